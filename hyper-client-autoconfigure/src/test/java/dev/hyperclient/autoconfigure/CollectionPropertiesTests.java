package dev.hyperclient.autoconfigure;

import java.net.URI;
import java.util.List;

import dev.hyperclient.ServiceRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Declarations of collections, and presets.
 */
@Timeout(60)
class CollectionPropertiesTests {

	private final StubService service = new StubService();

	private final ApplicationContextRunner runner = HyperClientContextRunner.create();

	@AfterEach
	void stop() {
		this.service.close();
	}

	/** Serve a root with two collections, one with an underscore in its name. */
	private void serveCollections() {
		String root = this.service.url() + "/1.0/";
		this.service.server()
			.stubFor(get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo("application/vnd.sun.wadl+xml"))
				.willReturn(
						ok("""
								<application xmlns="http://research.sun.com/wadl/2006/10">
								  <resources base="%s"><resource path="" type="#root"/></resources>
								  <resource_type id="root"><method name="GET"><response>
								    <representation href="#root-json"/></response></method></resource_type>
								  <resource_type id="bug"/>
								  <representation mediaType="application/json" id="root-json">
								    <param style="plain" name="bugs_collection_link"><link resource_type="#bug"/></param>
								    <param style="plain" name="project_groups_collection_link"><link resource_type="#bug"/></param>
								    <param style="plain" name="resource_type_link"><link/></param>
								  </representation>
								</application>"""
							.formatted(root)).withHeader("Content-Type", "application/vnd.sun.wadl+xml")));
		this.service.server()
			.stubFor(get(urlEqualTo("/1.0/")).withHeader("Accept", equalTo("application/json")).willReturn(okJson("""
					{"resource_type_link": "%1$s#root", "bugs_collection_link": "%1$sbugs",
					 "project_groups_collection_link": "%1$sproject-groups"}""".formatted(root))));
	}

	private ApplicationContextRunner configured(String... properties) {
		return this.runner.withPropertyValues("hyper-client.base-url=" + this.service.url(), "hyper-client.version=1.0")
			.withPropertyValues(properties);
	}

	@ParameterizedTest
	@CsvSource({ "'', , https://api.launchpad.net/1.0/", "staging, devel, https://api.staging.launchpad.net/devel/",
			"QAstaging, beta, https://api.qastaging.launchpad.net/beta/",
			"dogfood, , https://api.dogfood.paddev.net/1.0/", "production, , https://api.launchpad.net/1.0/",
			"https://lp.example.com/devel/, , https://lp.example.com/devel/" })
	void presetNamesAreResolvedToUrls(String baseUrl, String version, URI url) {
		for (String prefix : List.of("hyper-client.", "hyper-client.services.lp.")) {
			this.runner
				.withPropertyValues(prefix + "preset=launchpad", prefix + "startup=lazy",
						prefix + "base-url=" + baseUrl)
				.withPropertyValues((version != null) ? new String[] { prefix + "version=" + version } : new String[0])
				.run((context) -> assertThat(context.getBean(ServiceRoot.class).uri()).isEqualTo(url));
		}
	}

	@Test
	void presetAloneConfiguresDefaultService() {
		this.runner
			.withPropertyValues("hyper-client.preset=launchpad", "hyper-client.startup=lazy",
					"hyper-client.services.other.base-url=" + this.service.url(),
					"hyper-client.services.other.startup=lazy")
			.run((context) -> assertThat(context).getBeans(ServiceRoot.class).hasSize(2));
	}

	@Test
	void unknownPresetNameFailsTheStart() {
		this.runner.withPropertyValues("hyper-client.preset=launchpad", "hyper-client.base-url=stagin")
			.run((context) -> StartupFailures.assertAnalyzed(context.getStartupFailure(),
					"'hyper-client.base-url' must be a URL or a name that 'hyper-client.preset' defines but is 'stagin'",
					"one of production, staging, qastaging, dogfood"));
	}

	@Test
	void keyPathsAreAddedToThoseOfPreset() {
		serveCollections();
		configured("hyper-client.preset=launchpad", "hyper-client.collections.project-groups.key-path=/groups/{key}")
			.run((context) -> {
				ServiceRoot root = context.getBean(ServiceRoot.class);
				assertThat(root.collection("bugs").getReference(7).uri())
					.isEqualTo(URI.create(this.service.url() + "/1.0/bugs/7"));
				assertThat(root.collection("project_groups").getReference("a b/c").uri())
					.isEqualTo(URI.create(this.service.url() + "/1.0/groups/a%20b%2Fc"));
			});
	}

	@ParameterizedTest
	@CsvSource({ "project-groups", "project_groups", "[project_groups]" })
	void collectionNameHasDashesOrUnderscores(String name) {
		serveCollections();
		configured("hyper-client.collections." + name + ".key-path={key}", "hyper-client.collections.bugs.of=bug")
			.run((context) -> assertThat(
					context.getBean(ServiceRoot.class).collection("project_groups").getReference("gnu").uri())
				.isEqualTo(URI.create(this.service.url() + "/1.0/gnu")));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					bugs.key-path=bugs        | bugs.key-path' must be a path with {key} below the base URL but is 'bugs' | such as recipes/{key}
					bugs.key-path=../{key}    | bugs.key-path' must be a path with {key} below the base URL but is '../{key}' | such as recipes/{key}
					bugs.key-path=http://x/{key} | bugs.key-path' must be a path with {key} below the base URL but is 'http://x/{key}' | such as recipes/{key}
					bugs.of=                  | bugs.key-path' must be set if 'hyper-client.collections.bugs.of' is not | bugs.key-path
					bugs.of=bgu               | bugs.of' must be a resource type of the service | of a type of the service (bug, root)
					bgus.key-path=bugs/{key}  | bgus' does not match a collection of the service | (bugs, project_groups)
					""")
	void invalidCollectionPropertyFailsTheStart(String property, String description, String action) {
		serveCollections();
		configured("hyper-client.collections." + property).run((context) -> {
			assertThat(context).hasFailed();
			StartupFailures.assertAnalyzed(context.getStartupFailure(), "'hyper-client.collections." + description,
					action);
		});
	}

	@Test
	void unknownPresetFailsTheStart() {
		configured("hyper-client.preset=sourceforge")
			.run((context) -> assertThat(StartupFailures.causes(context.getStartupFailure()))
				.anySatisfy((cause) -> assertThat(cause).hasMessageContaining("hyper-client.preset")));
	}

}
