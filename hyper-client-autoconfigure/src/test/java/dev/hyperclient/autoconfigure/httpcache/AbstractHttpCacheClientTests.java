package dev.hyperclient.autoconfigure.httpcache;

import dev.hyperclient.autoconfigure.internal.BeanDecorator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.web.service.annotation.GetExchange;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@code RestClient} and {@code WebClient} do alike with the HTTP cache. Their HTTP
 * service groups are called {@code one} and {@code two}.
 */
abstract class AbstractHttpCacheClientTests {

	@AutoClose
	final CountingServer server = new CountingServer();

	final ApplicationContextRunner runner = HttpCacheContextRunner.create()
		.withPropertyValues("spring.http.serviceclient.one.base-url=" + this.server.url(),
				"spring.http.serviceclient.two.base-url=" + this.server.url());

	/**
	 * Send a GET with a client of the builder of Spring Boot.
	 * @param authorization the default {@code Authorization} of the client, empty for
	 * none
	 */
	abstract String get(ApplicationContext context, String path, String authorization);

	/**
	 * Send a GET with a client whose builder has been excluded.
	 */
	abstract String getExcluded(ApplicationContext context, String path);

	/**
	 * Return the configuration with the groups {@link One} and {@link Two}.
	 */
	abstract Class<?> groups();

	@Test
	void nothingIsCachedUnlessEnabled() {
		this.runner.withPropertyValues("hyper-client.http-cache.enabled=false").run((context) -> {
			assertThat(context.getBeanNamesForType(BeanDecorator.class)).isEmpty();
			assertThat(get(context, "/", "")).isEqualTo("1 for nobody");
			assertThat(get(context, "/", "")).isEqualTo("2 for nobody");
		});
	}

	@Test
	void credentialsAreNotSentToAnotherOrigin() {
		try (CountingServer other = new CountingServer()) {
			this.runner.run((context) -> {
				assertThat(get(context, "/moved/302?" + other.url() + "/a", "alice")).isEqualTo("1 for nobody");
				assertThat(get(context, "/moved/302?/a", "alice")).isEqualTo("3 for alice");
			});
		}
	}

	@Test
	void groupsAreCachedWithAllClients() {
		this.runner.withUserConfiguration(groups()).run((context) -> {
			assertThat(context.getBean(One.class).read()).isEqualTo("1 for nobody");
			assertThat(context.getBean(One.class).read()).isEqualTo("1 for nobody");
			assertThat(context.getBean(Two.class).read()).isEqualTo("1 for nobody");
		});
	}

	/** Neither the server nor a rule names the field. */
	@Test
	void groupsThatInsertVersionsAreKeptApart() {
		this.runner.withUserConfiguration(groups())
			.withPropertyValues("spring.http.serviceclient.one.apiVersion.insert.header=Revision",
					"spring.http.serviceclient.one.apiversion.default=1",
					"spring.http.serviceclient.two.apiversion.insert.header=Revision",
					"spring.http.serviceclient.two.apiversion.default=2")
			.run((context) -> {
				assertThat(context.getBean(One.class).read()).isEqualTo("1 for nobody");
				assertThat(context.getBean(Two.class).read()).isEqualTo("2 for nobody");
				assertThat(context.getBean(One.class).read()).isEqualTo("1 for nobody");
				assertThat(context.getBean(Two.class).read()).isEqualTo("2 for nobody");
				assertThat(get(context, "/", "")).isEqualTo("3 for nobody");
			});
	}

	@Test
	void onlyNamedGroupsAreCached() {
		this.runner.withUserConfiguration(groups())
			.withPropertyValues("hyper-client.http-cache.service-groups=two")
			.run((context) -> {
				assertThat(context.getBean(One.class).read()).isEqualTo("1 for nobody");
				assertThat(context.getBean(One.class).read()).isEqualTo("2 for nobody");
				assertThat(context.getBean(Two.class).read()).isEqualTo("3 for nobody");
				assertThat(context.getBean(Two.class).read()).isEqualTo("3 for nobody");
				assertThat(get(context, "/", "")).isEqualTo("4 for nobody");
			});
	}

	@Test
	void ruleOfAGroupHasNoEffectOnOthers() {
		this.runner.withUserConfiguration(groups())
			.withPropertyValues("hyper-client.http-cache.rules[0].service-group=two",
					"hyper-client.http-cache.rules[0].bypass=true")
			.run((context) -> {
				assertThat(context.getBean(One.class).read()).isEqualTo("1 for nobody");
				assertThat(context.getBean(One.class).read()).isEqualTo("1 for nobody");
				assertThat(context.getBean(Two.class).read()).isEqualTo("2 for nobody");
				assertThat(context.getBean(Two.class).read()).isEqualTo("3 for nobody");
			});
	}

	@Test
	void excludedBuilderIsNotCached() {
		this.runner.run((context) -> {
			assertThat(getExcluded(context, "/")).isEqualTo("1 for nobody");
			assertThat(getExcluded(context, "/")).isEqualTo("2 for nobody");
		});
	}

	interface One {

		@GetExchange("/")
		String read();

	}

	interface Two {

		@GetExchange("/")
		String read();

	}

}
