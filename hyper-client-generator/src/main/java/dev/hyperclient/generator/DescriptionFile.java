package dev.hyperclient.generator;

import java.net.URI;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.hyperclient.error.HyperClientException;
import dev.hyperclient.error.ServiceDescriptionException;
import dev.hyperclient.wadl.WadlApplication;
import dev.hyperclient.wadl.WadlParser;

/**
 * Reads a description from a file. Its references are relative to the URL of the service,
 * which is in the description.
 */
final class DescriptionFile {

	/** The URL of descriptions with relative references. */
	private static final URI ANY_SERVICE = URI.create("http://service.invalid/");

	private static final Pattern LINE = Pattern.compile("cannot be used: line (\\d+): (.*)", Pattern.DOTALL);

	private DescriptionFile() {
	}

	static WadlApplication parse(Path file, byte[] content) {
		try {
			return WadlParser.parse(content, base(content));
		}
		catch (ServiceDescriptionException ex) {
			String message = String.valueOf(ex.getMessage());
			Matcher line = LINE.matcher(message);
			throw line.find() ? new GeneratorException(file, Integer.parseInt(line.group(1)), line.group(2), ex)
					: new GeneratorException(file, 0, message, ex);
		}
	}

	private static URI base(byte[] content) {
		try {
			URI uri = ANY_SERVICE.resolve(WadlParser.declaredBase(content).orElse("").strip());
			return uri.isOpaque() ? ANY_SERVICE : uri;
		}
		catch (HyperClientException | IllegalArgumentException ex) {
			// The parser reports it with its line.
			return ANY_SERVICE;
		}
	}

}
