package dev.hyperclient.internal.text;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.zip.CRC32;

import org.jspecify.annotations.Nullable;

/**
 * Identifies compiled code by its content, so that files that other code has written are
 * recognised without a number that is changed by hand.
 */
public final class CodeDigest {

	private static final String CLASS = ".class";

	private CodeDigest() {
	}

	/**
	 * Return what identifies all classes of some packages.
	 * @param members a class of each package, not a nested one
	 * @return a short text, the same for the same classes in a jar or a directory; empty
	 * where they cannot be listed, for instance in a native image
	 */
	public static String ofPackages(Class<?>... members) {
		SortedMap<String, Long> sums = new TreeMap<>();
		for (Class<?> member : members) {
			if (!addPackage(member.getPackageName() + "/", member.getResource(member.getSimpleName() + CLASS), sums)) {
				return "";
			}
		}
		return Long.toHexString(sum(sums.toString().getBytes(StandardCharsets.UTF_8)));
	}

	private static boolean addPackage(String name, @Nullable URL member, SortedMap<String, Long> sums) {
		if (member == null) {
			return false;
		}
		try {
			URLConnection connection = member.openConnection();
			if (connection instanceof JarURLConnection jar) {
				addEntries(name, jar, sums);
			}
			else {
				addFiles(name, Path.of(member.toURI()).resolveSibling(""), sums);
			}
			return true;
		}
		catch (IOException | URISyntaxException | RuntimeException ex) {
			return false;
		}
	}

	/** A jar has the sum of each entry in its index. */
	private static void addEntries(String name, JarURLConnection connection, SortedMap<String, Long> sums)
			throws IOException {
		connection.setUseCaches(false);
		String member = connection.getEntryName();
		String folder = member.substring(0, member.lastIndexOf('/') + 1);
		try (JarFile jar = connection.getJarFile()) {
			jar.stream()
				.filter((entry) -> entry.getName().startsWith(folder) && entry.getName().endsWith(CLASS)
						&& entry.getName().indexOf('/', folder.length()) < 0)
				.forEach((entry) -> sums.put(name + entry.getName().substring(folder.length()), entry.getCrc()));
		}
	}

	private static void addFiles(String name, Path folder, SortedMap<String, Long> sums) throws IOException {
		try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + CLASS)) {
			for (Path file : files) {
				sums.put(name + file.getFileName(), sum(Files.readAllBytes(file)));
			}
		}
	}

	private static long sum(byte[] bytes) {
		CRC32 sum = new CRC32();
		sum.update(bytes);
		return sum.getValue();
	}

}
