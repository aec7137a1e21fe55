package dev.hyperclient.generator;

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
 * Generates a typed client, fetches a description or checks recorded representations from
 * the command line. Not meant to be called by threads of an application, since it may end
 * the process.
 */
public final class GeneratorMain {

	private static final String USAGE = """
			Usage: GeneratorMain [generate] --description FILE --package NAME --output DIRECTORY [--root NAME] [--overlay FILE] [--include TYPE]...
			       GeneratorMain fetch --url URL --description FILE [--timeout SECONDS]
			       GeneratorMain verify --description FILE --recording DIRECTORY [--overlay FILE] [--include TYPE]...

			  --description  the description of the service (WADL)
			  --package      the package of the generated classes
			  --output       the directory for the sources, which contains nothing else
			  --root         the name of the class of the root; otherwise the last part of the package
			  --overlay      corrections of the description (JSON)
			  --include      the id of a resource type to generate, may be repeated; otherwise all
			  --url          the base URL of the service with its version
			  --timeout      the timeout of the fetch in seconds; otherwise 60
			  --recording    the directory with recorded representations

			Credentials for fetch: the system properties hyperclient.fetch.username and hyperclient.fetch.password, or
			hyperclient.fetch.consumerKey, consumerSecret, accessToken and accessSecret; or environment variables such as
			HYPERCLIENT_FETCH_PASSWORD and HYPERCLIENT_FETCH_CONSUMER_KEY.
			""";

	private static final String DESCRIPTION = "--description";

	private static final String OVERLAY = "--overlay";

	private static final String INCLUDE = "--include";

	private final PrintStream out;

	private GeneratorMain(PrintStream out) {
		this.out = out;
	}

	/**
	 * Run a command: {@code generate}, {@code fetch} or {@code verify}. Ends the process
	 * with the status 1 if the command fails, or if a verification finds contradictions,
	 * and 2 if the arguments are invalid.
	 * @param arguments the command, {@code generate} if it is missing, and its arguments
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
			return new GeneratorMain(out).run(Arrays.asList(arguments));
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
			case "generate" ->
				generate(new Options(rest, Set.of(DESCRIPTION, "--package", "--output", "--root", OVERLAY, INCLUDE)));
			case "fetch" -> fetch(new Options(rest, Set.of("--url", DESCRIPTION, "--timeout")));
			case "verify" -> verify(new Options(rest, Set.of(DESCRIPTION, "--recording", OVERLAY, INCLUDE)));
			default -> throw new IllegalArgumentException("Unknown command '%s'".formatted(command));
		};
	}

	private int generate(Options options) {
		GeneratorConfiguration configuration = GeneratorConfiguration
			.of(Path.of(options.required(DESCRIPTION)), options.required("--package"),
					Path.of(options.required("--output")))
			.withIncludes(options.all(INCLUDE))
			.withOverlay(options.path(OVERLAY));
		String root = options.optional("--root");
		GeneratorResult result = new Generator((root != null) ? configuration.withRootName(root) : configuration).run();
		this.out.println(result.skipped() ? "%d files are up to date".formatted(result.files())
				: "%d files, %d written, %d deleted".formatted(result.files(), result.written(), result.deleted()));
		return 0;
	}

	private int fetch(Options options) {
		Path file = Path.of(options.required(DESCRIPTION));
		DescriptionFetcher fetcher = new DescriptionFetcher(URI.create(options.required("--url")), file)
			.withAuthorizer(FetchCredentials.ofSystem().orElse(null));
		String timeout = options.optional("--timeout");
		if (timeout != null) {
			try {
				fetcher = fetcher.withTimeout(Duration.ofSeconds(Integer.parseInt(timeout)));
			}
			catch (NumberFormatException ex) {
				throw new IllegalArgumentException("'--timeout' must be a number but is '%s'".formatted(timeout), ex);
			}
		}
		FetchResult result = fetcher.run();
		this.out.println("%s with %d resource types is %s".formatted(file, result.resourceTypes(),
				result.written() ? "written" : "up to date"));
		return 0;
	}

	private int verify(Options options) {
		GeneratorConfiguration configuration = GeneratorConfiguration
			.of(Path.of(options.required(DESCRIPTION)), "client", Path.of("."))
			.withIncludes(options.all(INCLUDE))
			.withOverlay(options.path(OVERLAY));
		RepresentationCheckResult result = new RepresentationCheck(configuration,
				Path.of(options.required("--recording")))
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

		String required(String name) {
			String value = optional(name);
			if (value == null) {
				throw new IllegalArgumentException("'%s' is required".formatted(name));
			}
			return value;
		}

	}

}
