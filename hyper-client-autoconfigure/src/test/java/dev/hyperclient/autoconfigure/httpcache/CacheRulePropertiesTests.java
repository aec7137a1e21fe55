package dev.hyperclient.autoconfigure.httpcache;

import java.util.stream.Stream;

import dev.hyperclient.autoconfigure.HyperClientProperties;
import dev.hyperclient.autoconfigure.StartupFailures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules that an application states as properties, from its start on.
 */
@ExtendWith(OutputCaptureExtension.class)
class CacheRulePropertiesTests {

	private static final String RULES = "hyper-client.http-cache.rules";

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withUserConfiguration(Application.class)
		.withPropertyValues("hyper-client.http-cache.enabled=true");

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					url=/b ignored-query-parameters=utm_*,X-Amz-*  | Rule 2: the ignored query parameter 'X-Amz-*' may match signatures, tokens or users | Write longer names.
					url=/b                                          | Rule 2: it has no effect | Write max-age, stale-if-error, stale-while-revalidate, ignored-query-parameters, vary, max-body-size or bypass, or put it before the rules
					url=/b methods=POST bypass=true safe-post=true  | Rule 2: with 'bypass' its other settings have no effect. | Remove them or 'bypass'.
					bypass=true                                     | Rule 2: it has no url | Write the url as https://api.example.com/path/** or as /path/** (/** for all, in code also for all requests of a service group), or the property service-group.
					url=/b max-age=10                               | Rule 2: max-age is 10 ms | Write at least a second, such as 10m.
					url=/b max-age=1m name=first                    | Rule 2: an earlier rule is named 'first' too. | Write another name.
					url=/b methods=POST max-age=1m                  | Rule 2: methods are [POST]. | Write safe-post: true
					url=/b override=true                            | Rule 2: 'override' has no effect without max-age. | Write max-age.
					url=/b max-ag=1m                                | The property 'hyper-client.http-cache.rules[1].max-ag' does not exist. | did you mean 'hyper-client.http-cache.rules[1].max-age'?
					url=/b vary=*                                   | Rule 2: vary contains '*', which is not a header field. | Write names such as X-Tenant.
					url=/b max-age=1m statuses=500                  | Rule 2: statuses are [500]. | Write some of [200
					""")
	void startFailsWithTheNumberOfTheRule(String properties, String problem, String action) {
		String[] second = Stream.of(properties.split(" "))
			.map((property) -> RULES + "[1]." + property)
			.toArray(String[]::new);
		this.runner.withPropertyValues(RULES + "[0].url=/a/**", RULES + "[0].name=first")
			.withPropertyValues(second)
			.run((context) -> {
				FailureAnalysis analysis = StartupFailures.analyze(context.getStartupFailure());
				assertThat(analysis.getDescription()).contains(problem);
				assertThat(analysis.getAction()).contains(action);
			});
	}

	@Test
	void rulesOfYamlSpellingsAreRead() {
		this.runner
			.withPropertyValues(RULES + "[0].url=/a/**", "hyper-client.httpCache.rules[0].maxAge=1m",
					RULES + "[0].ignored_query_parameters=ref", RULES + "[0].statuses[0]=404",
					RULES + "[0].methods[0]=head")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@ParameterizedTest
	@ValueSource(classes = { HttpCacheProperties.class, HyperClientProperties.class })
	void rulesCanBeBoundInANativeImage(Class<?> properties) {
		RuntimeHints hints = new RuntimeHints();
		BindableRuntimeHintsRegistrar.forTypes(properties).registerHints(hints, getClass().getClassLoader());
		assertThat(
				RuntimeHintsPredicates.reflection()
					.onType(CacheRuleProperties.class)
					.withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)
					.or(RuntimeHintsPredicates.reflection()
						.onConstructorInvocation(CacheRuleProperties.class.getDeclaredConstructors()[0])))
			.accepts(hints);
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ HttpCacheAutoConfiguration.class, RestClientHttpCacheAutoConfiguration.class })
	static class Application {

	}

}
