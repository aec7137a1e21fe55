package dev.hyperclient.testservice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import tools.jackson.databind.JsonNode;

/**
 * Reads a folder with the description of a service and representations.
 *
 * @param folder the folder
 */
record RecordedFolder(Path folder) {

	private static final String DESCRIPTION = "description.wadl";

	private static final long MAXIMUM_SIZE = 32 * 1024 * 1024;

	/**
	 * Read the folder.
	 * @param name the name of the service in messages
	 * @return a builder of the service
	 * @throws IllegalArgumentException if there is no such folder or a file is invalid
	 */
	ReplayedServiceBuilder read(String name) {
		Path description = this.folder.resolve(DESCRIPTION);
		if (!Files.isRegularFile(description)) {
			throw new IllegalArgumentException(
					"There is no file '%s' in '%s': a folder to replay has the description of the service and a file for each representation. ServiceRecorder of hyper-client-test writes such a folder."
						.formatted(DESCRIPTION, this.folder.toAbsolutePath()));
		}
		try (Stream<Path> files = Files.list(this.folder)) {
			ReplayedServiceBuilder service = ReplayedServiceBuilder.describedBy(name, requireSize(description));
			List<Path> recorded = files.filter((path) -> path.toString().endsWith(".json")).sorted().toList();
			Map<String, Path> urls = new HashMap<>();
			for (Path file : recorded) {
				add(service, file, urls);
			}
			return service;
		}
		catch (IOException ex) {
			throw new IllegalArgumentException("'" + this.folder + "' cannot be replayed: " + ex, ex);
		}
	}

	private static void add(ReplayedServiceBuilder service, Path file, Map<String, Path> urls) throws IOException {
		JsonNode recorded = ServiceJson.parse(Files.readString(requireSize(file))).orElse(ServiceJson.nullNode());
		if (!recorded.path("url").isString() || !recorded.has("body")) {
			throw new IllegalArgumentException(
					"'%s' is no recorded representation: it must be a JSON object with 'url', relative to the root, and 'body'. Correct it, or delete it and record it again."
						.formatted(file));
		}
		try {
			String url = recorded.path("url").stringValue();
			Path other = urls.putIfAbsent(ResourcePath.declaredTarget(url), file);
			if (other != null) {
				throw new IllegalArgumentException(
						"'%s' has the URL '%s', too. Delete one of them.".formatted(other, url));
			}
			service.recorded(url, recorded.path("body"));
		}
		catch (IllegalArgumentException ex) {
			throw new IllegalArgumentException("'%s' cannot be replayed: %s".formatted(file, ex.getMessage()), ex);
		}
	}

	private static Path requireSize(Path file) throws IOException {
		long size = Files.size(file);
		if (size > MAXIMUM_SIZE) {
			throw new IllegalArgumentException(
					"'%s' has %d bytes, but a file to replay has at most %d. Record a smaller page, for example with ws.size."
						.formatted(file, size, MAXIMUM_SIZE));
		}
		return file;
	}

}
