package dev.hyperclient.generator;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Generates a typed client from the command line.
 */
public final class GeneratorMain {

	private static final String USAGE = """
			Usage: GeneratorMain --description FILE --package NAME --output DIRECTORY [--root NAME] [--overlay FILE] [--include TYPE]...

			  --description  the description of the service (WADL)
			  --package      the package of the generated classes
			  --output       the directory for the sources, which contains nothing else
			  --root         the name of the class of the root; otherwise the last part of the package
			  --overlay      corrections of the description (JSON)
			  --include      the id of a resource type to generate, may be repeated; otherwise all
			""";

	private GeneratorMain() {
	}

	/**
	 * Generate a typed client. Ends the process with the status 1 if nothing can be
	 * generated, and 2 if the arguments are invalid.
	 * @param arguments the arguments; without any, the usage is printed
	 */
	public static void main(String[] arguments) {
		int status = run(arguments, System.out, System.err);
		if (status != 0) {
			System.exit(status);
		}
	}

	/** Return the status of the process. */
	static int run(String[] arguments, PrintStream out, PrintStream err) {
		try {
			GeneratorResult result = new Generator(configuration(Arrays.asList(arguments))).run();
			out.println(result.skipped() ? "%d files are up to date".formatted(result.files())
					: "%d files, %d written, %d deleted".formatted(result.files(), result.written(), result.deleted()));
			return 0;
		}
		catch (GeneratorException ex) {
			err.println(ex.getMessage());
			return 1;
		}
		catch (IllegalArgumentException ex) {
			err.println(ex.getMessage());
			err.println();
			err.print(USAGE);
			return 2;
		}
	}

	private static GeneratorConfiguration configuration(List<String> arguments) {
		List<String> includes = new ArrayList<>();
		String description = null;
		String packageName = null;
		String output = null;
		String overlay = null;
		String root = null;
		for (int i = 0; i < arguments.size(); i += 2) {
			String name = arguments.get(i);
			if (i + 1 == arguments.size()) {
				throw new IllegalArgumentException("'%s' has no value".formatted(name));
			}
			String value = arguments.get(i + 1);
			switch (name) {
				case "--description" -> description = value;
				case "--package" -> packageName = value;
				case "--output" -> output = value;
				case "--overlay" -> overlay = value;
				case "--root" -> root = value;
				case "--include" -> includes.add(value);
				default -> throw new IllegalArgumentException("Unknown argument '%s'".formatted(name));
			}
		}
		if (description == null || packageName == null || output == null) {
			throw new IllegalArgumentException("--description, --package and --output are required");
		}
		GeneratorConfiguration configuration = GeneratorConfiguration
			.of(Path.of(description), packageName, Path.of(output))
			.withIncludes(includes)
			.withOverlay((overlay != null) ? Path.of(overlay) : null);
		return (root != null) ? configuration.withRootName(root) : configuration;
	}

}
