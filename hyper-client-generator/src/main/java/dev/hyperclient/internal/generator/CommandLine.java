package dev.hyperclient.internal.generator;

import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The commands of {@code dev.hyperclient.generator.GeneratorMain}. Used by one thread.
 */
public final class CommandLine {

	private static final String USAGE = """
			Usage: GeneratorMain [generate] --description FILE --package NAME --output DIRECTORY [--root NAME] [--preset NAME] [--overlay FILE] [--include TYPE]...
			       GeneratorMain fetch --url URL --description FILE [--timeout SECONDS]
			       GeneratorMain verify --description FILE --recording DIRECTORY [--preset NAME] [--overlay FILE] [--include TYPE]...
			       GeneratorMain suggest --description FILE --overlay FILE [--recording DIRECTORY] [--url URL [--requests N]] [--preset NAME] [--include TYPE]...

			  --description  the description of the service (WADL)
			  --package      the package of the generated classes
			  --output       the directory for the sources, which contains nothing else
			  --root         the name of the class of the root; otherwise the last part of the package
			  --overlay      corrections of the description (JSON); suggest adds rules to it
			  --preset       corrections that the generator has: launchpad. Those of the overlay win
			  --include      the id of a resource type to generate, may be repeated; otherwise all
			  --url          the base URL of the service with its version
			  --timeout      the timeout of the fetch in seconds; otherwise 60
			  --recording    the directory with recorded representations
			  --requests     the maximum number of GET requests of suggest to the URL; otherwise 50

			Credentials for fetch and suggest: the system properties hyperclient.fetch.username and hyperclient.fetch.password, or
			hyperclient.fetch.consumerKey, consumerSecret, accessToken and accessSecret; or environment variables such as
			HYPERCLIENT_FETCH_PASSWORD and HYPERCLIENT_FETCH_CONSUMER_KEY.
			""";

	private static final String DESCRIPTION = "--description";

	private static final String OVERLAY = "--overlay";

	private static final String INCLUDE = "--include";

	private static final String PRESET = "--preset";

	private static final String RECORDING = "--recording";

	private static final String URL = "--url";

	private final PrintStream out;

	private CommandLine(PrintStream out) {
		this.out = out;
	}

	/**
	 * Run a command.
	 * @param arguments the command and its arguments
	 * @param out where results are printed
	 * @param err where errors are printed
	 * @return the status of the process
	 */
	public static int run(String[] arguments, PrintStream out, PrintStream err) {
		try {
			return new CommandLine(out).run(Arrays.asList(arguments));
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

	private int run(List<String> arguments) {
		boolean named = !arguments.isEmpty() && !arguments.get(0).startsWith("--");
		String command = named ? arguments.get(0) : "generate";
		List<String> rest = named ? arguments.subList(1, arguments.size()) : arguments;
		return switch (command) {
			case "generate" -> generate(new Options(rest,
					Set.of(DESCRIPTION, "--package", "--output", "--root", PRESET, OVERLAY, INCLUDE)));
			case "fetch" -> fetch(new Options(rest, Set.of(URL, DESCRIPTION, "--timeout")));
			case "verify" -> verify(new Options(rest, Set.of(DESCRIPTION, RECORDING, PRESET, OVERLAY, INCLUDE)));
			case "suggest" ->
				suggest(new Options(rest, Set.of(DESCRIPTION, RECORDING, URL, "--requests", PRESET, OVERLAY, INCLUDE)));
			default -> throw new IllegalArgumentException("Unknown command '%s'".formatted(command));
		};
	}

	private int generate(Options options) {
		GeneratorConfiguration configuration = configuration(options, options.required("--package"),
				Path.of(options.required("--output")));
		String root = options.optional("--root");
		GeneratorResult result = new Generator((root != null) ? configuration.withRootName(root) : configuration).run();
		this.out.println(result.skipped() ? "%d files are up to date".formatted(result.files())
				: "%d files, %d written, %d deleted".formatted(result.files(), result.written(), result.deleted()));
		if (result.coverage() != null) {
			this.out.println(result.coverage());
		}
		return 0;
	}

	private int fetch(Options options) {
		Path file = Path.of(options.required(DESCRIPTION));
		FetchResult result = new DescriptionFetcher(URI.create(options.required(URL)), file)
			.withAuthorizer(FetchCredentials.ofSystem().orElse(null))
			.withTimeout(Duration.ofSeconds(options.number("--timeout", 60)))
			.run();
		this.out.println("%s with %d resource types is %s".formatted(file, result.resourceTypes(),
				result.written() ? "written" : "up to date"));
		return 0;
	}

	private static GeneratorConfiguration configuration(Options options, String packageName, Path output) {
		return GeneratorConfiguration.of(Path.of(options.required(DESCRIPTION)), packageName, output)
			.withIncludes(options.all(INCLUDE))
			.withPreset(options.optional(PRESET))
			.withOverlay(options.path(OVERLAY));
	}

	private int suggest(Options options) {
		options.required(OVERLAY);
		OverlaySuggester suggester = new OverlaySuggester(configuration(options, "client", Path.of(".")))
			.withRecording(options.path(RECORDING));
		String url = options.optional(URL);
		if (url != null) {
			suggester = suggester.withService(URI.create(url), options.number("--requests", 50),
					FetchCredentials.ofSystem().orElse(null));
		}
		SuggestResult result = suggester.run();
		result.rules().forEach(this.out::println);
		result.conflicts().forEach(this.out::println);
		this.out.println("%d new rules, %d conflicts, %d requests".formatted(result.rules().size(),
				result.conflicts().size(), result.requests()));
		this.out.println(result.coverage());
		return 0;
	}

	private int verify(Options options) {
		RepresentationCheckResult result = new RepresentationCheck(configuration(options, "client", Path.of(".")),
				Path.of(options.required(RECORDING)))
			.run();
		result.contradictions().forEach(this.out::println);
		result.missingRules().forEach(this.out::println);
		this.out.println("%d recorded entries of %d types: %d contradictions, %d missing rules"
			.formatted(result.entries(), result.types(), result.contradictions().size(), result.missingRules().size()));
		return result.contradictions().isEmpty() ? 0 : 1;
	}

	/**
	 * The arguments of a command.
	 */
	private static final class Options {

		private final Map<String, List<String>> values = new HashMap<>();

		Options(List<String> arguments, Set<String> known) {
			for (int i = 0; i < arguments.size(); i += 2) {
				String name = arguments.get(i);
				if (!known.contains(name)) {
					throw new IllegalArgumentException("Unknown argument '%s'".formatted(name));
				}
				if (i + 1 == arguments.size()) {
					throw new IllegalArgumentException("'%s' has no value".formatted(name));
				}
				this.values.computeIfAbsent(name, (key) -> new ArrayList<>()).add(arguments.get(i + 1));
			}
		}

		List<String> all(String name) {
			return this.values.getOrDefault(name, List.of());
		}

		@Nullable String optional(String name) {
			List<String> all = all(name);
			return all.isEmpty() ? null : all.get(all.size() - 1);
		}

		@Nullable Path path(String name) {
			String value = optional(name);
			return (value != null) ? Path.of(value) : null;
		}

		int number(String name, int otherwise) {
			String value = optional(name);
			try {
				return (value != null) ? Integer.parseInt(value) : otherwise;
			}
			catch (NumberFormatException ex) {
				throw new IllegalArgumentException("'%s' must be a number but is '%s'".formatted(name, value), ex);
			}
		}

		String required(String name) {
			String value = optional(name);
			if (value == null) {
				throw new IllegalArgumentException("'%s' is required".formatted(name));
			}
			return value;
		}

	}

}
