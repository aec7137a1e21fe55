package dev.hyperclient.maven;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/**
 * A local repository of Maven with the modules of this build, which need not be
 * installed, and with links to everything that is in the local repository of this build.
 */
final class ReactorRepository implements AutoCloseable {

	private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

	private static final List<String> MODULES = List.of("hyper-client-http-cache", "hyper-client-core",
			"hyper-client-generator", "hyper-client-maven-plugin");

	private final Path root;

	private final Path directory;

	private final String version;

	private final List<Path> links = new ArrayList<>();

	/**
	 * Create a repository.
	 * @param directory the directory of the repository
	 * @param local the local repository of this build
	 * @param version the version of the modules
	 */
	ReactorRepository(Path directory, Path local, String version) throws IOException {
		this.root = directory;
		this.directory = Files.createDirectories(directory.resolve("dev/hyperclient"));
		this.version = version;
		link(local, directory);
		link(local.resolve("dev"), directory.resolve("dev"));
		pom("hyper-client", PROJECT);
		for (String module : MODULES) {
			pom(module, PROJECT.resolve(module));
			jar(module, PROJECT.resolve(module).resolve("target/classes"));
		}
	}

	Path root() {
		return this.root;
	}

	private void link(Path from, Path to) throws IOException {
		if (!Files.isDirectory(from)) {
			return;
		}
		try (Stream<Path> content = Files.list(from)) {
			for (Path path : content.toList()) {
				Path link = to.resolve(path.getFileName());
				if (!Files.exists(link)) {
					this.links.add(Files.createSymbolicLink(link, path));
				}
			}
		}
	}

	private Path file(String module, String extension) throws IOException {
		Path folder = Files.createDirectories(this.directory.resolve(module).resolve(this.version));
		return folder.resolve("%s-%s.%s".formatted(module, this.version, extension));
	}

	private void pom(String module, Path folder) throws IOException {
		Files.copy(folder.resolve("pom.xml"), file(module, "pom"));
	}

	private void jar(String module, Path classes) throws IOException {
		try (OutputStream file = Files.newOutputStream(file(module, "jar"));
				JarOutputStream jar = new JarOutputStream(file);
				Stream<Path> content = Files.walk(classes)) {
			for (Path path : content.filter(Files::isRegularFile).sorted().toList()) {
				jar.putNextEntry(new ZipEntry(classes.relativize(path).toString().replace('\\', '/')));
				Files.copy(path, jar);
				jar.closeEntry();
			}
		}
	}

	/** Delete the links, so that nothing else deletes what they lead to. */
	@Override
	public void close() throws IOException {
		for (Path link : this.links) {
			Files.deleteIfExists(link);
		}
	}

}
