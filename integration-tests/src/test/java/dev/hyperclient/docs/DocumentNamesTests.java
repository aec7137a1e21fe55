package dev.hyperclient.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Class names in the documents are names of classes of the project, of the JDK, of the
 * listed libraries, or of those whose private fields are read.
 */
class DocumentNamesTests {

	private static final Pattern NAME = Pattern.compile("`(?:new )?([A-Z][a-z]+[A-Z]\\w*)(?:[.(<\\[][^`]*)?`");

	/** A class whose private field is read. */
	private static final Pattern FIELD_OWNER = Pattern.compile("\\b([A-Z]\\w+)(?=\\$|\")");

	private static final Set<String> LIBRARIES = Set.of("JdkClientHttpRequestFactory", "WebClient", "RestClient",
			"HttpClient", "ObservationPredicate", "ClientHttpConnectorBuilderCustomizer",
			"ClientHttpRequestFactoryBuilderCustomizer", "EndpointRequest", "SecurityFilterChain",
			"SecurityWebFilterChain", "UserDetailsService", "AuthorizedClientServiceOAuth2AuthorizedClientManager",
			"JsonMapper", "ObjectProvider", "CommandLineRunner", "RestTemplate", "RestTemplateBuilder", "RestClientSsl",
			"WebClientSsl", "ClientHttpRequestFactory", "ClientHttpRequestFactoryBuilder", "ClientHttpConnectorBuilder",
			"ClientHttpConnector", "ObservationFilter", "SimpleClientHttpRequestFactory",
			"BufferingClientHttpRequestFactory", "WebClientRequestException", "DataBufferUtils", "ReadPendingException",
			"HttpHeaders", "PathPattern", "DelegatingSecurityContextAsyncTaskExecutor");

	/** Classes that the generator writes. */
	private static final Set<String> GENERATED = Set.of("CookbookRoot", "BugTaskStatus");

	/** Pages with names of other languages, of other libraries or of the past. */
	private static final Set<String> EXCLUDED = Set.of("python-parity.md", "migrating.md", "reactor-netty.md",
			"properties.md", "CHANGELOG.md");

	@Test
	void classNamesExist() throws IOException {
		Set<String> known = sources();
		List<String> unknown = new ArrayList<>();
		for (Path document : Documents.all()) {
			if (EXCLUDED.contains(document.getFileName().toString())) {
				continue;
			}
			for (MatchResult match : NAME.matcher(Documents.text(document)).results().toList()) {
				if (!known.contains(match.group(1)) && !isInJdk(match.group(1))) {
					unknown.add(Documents.PROJECT.relativize(document) + ": " + match.group(1));
				}
			}
		}
		assertThat(unknown).isEmpty();
	}

	private static Set<String> sources() throws IOException {
		Set<String> names = new HashSet<>(LIBRARIES);
		names.addAll(GENERATED);
		Path fields = Documents.PROJECT
			.resolve("hyper-client-http-cache/src/main/java/dev/hyperclient/internal/transport/PrivateField.java");
		FIELD_OWNER.matcher(Documents.text(fields)).results().forEach((match) -> names.add(match.group(1)));
		try (Stream<Path> modules = Files.list(Documents.PROJECT)) {
			for (Path sources : modules.map((module) -> module.resolve("src")).filter(Files::isDirectory).toList()) {
				try (Stream<Path> files = Files.walk(sources)) {
					files.map((file) -> file.getFileName().toString())
						.filter((name) -> name.endsWith(".java"))
						.forEach((name) -> names.add(name.replace(".java", "")));
				}
			}
		}
		return names;
	}

	private static boolean isInJdk(String name) {
		return Stream.of("java.lang.", "java.util.", "java.io.", "java.net.", "java.time.format.")
			.anyMatch((prefix) -> ClassUtils.isPresent(prefix + name, null));
	}

}
