package dev.hyperclient.autoconfigure;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.BadRequest;
import dev.hyperclient.testservice.FakeService;
import dev.hyperclient.testservice.ValueBuilder;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Declarations of collections, and presets.
 */
class CollectionPropertiesTests {

	@AutoClose
	private static final FakeService service = FakeService.builder("tracker")
		.type("bug", "bugs",
				(bug) -> bug.integer("id", ValueBuilder::readOnly)
					.date("closed")
					.entry(Map.of("id", 7, "closed", "2026-01-31")))
		.type("project_group", "project_groups", (group) -> group.text("name"))
		.start();

	private final ApplicationContextRunner runner = HyperClientContextRunner.create();

	private ApplicationContextRunner configured(String... properties) {
		return this.runner.withPropertyValues("hyper-client.base-url=" + service.baseUrl())
			.withPropertyValues(properties);
	}

	@ParameterizedTest
	@CsvSource({ "'', , https://api.launchpad.net/devel/", "staging, 1.0, https://api.staging.launchpad.net/1.0/",
			"dogfood, , https://api.dogfood.paddev.net/devel/",
			"QAstaging, beta, https://api.qastaging.launchpad.net/beta/",
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
		this.runner.withPropertyValues("hyper-client.preset=launchpad", "hyper-client.startup=lazy",
				"hyper-client.services.other.base-url=" + service.baseUrl(), "hyper-client.services.other.startup=lazy")
			.run((context) -> assertThat(context).getBeans(ServiceRoot.class).hasSize(2));
	}

	@Test
	void unknownPresetNameFailsTheStart() {
		StartupFailures.assertStartFails(
				this.runner.withPropertyValues("hyper-client.preset=launchpad", "hyper-client.base-url=stagin"),
				"'hyper-client.base-url' must be a URL or a name that 'hyper-client.preset' defines but is 'stagin'",
				"one of production, staging, qastaging, dogfood");
	}

	@Test
	void missingKeyPathIsReportedWithProperty() {
		configured().run((context) -> {
			ServiceRoot root = context.getBean(ServiceRoot.class);
			assertThatExceptionOfType(UnsupportedOperationException.class)
				.isThrownBy(() -> root.collection("bugs").get(1))
				.withMessageContaining("'hyper-client.collections.bugs.key-path'");
			assertThatExceptionOfType(UnsupportedOperationException.class)
				.isThrownBy(() -> root.collection("project_groups").get(1))
				.withMessageContaining("'hyper-client.collections.project_groups.key-path'");
		});
	}

	@Test
	void keyPathsAreAddedToThoseOfPreset() {
		configured("hyper-client.preset=launchpad", "hyper-client.collections.project-groups.key-path=/groups/{key}")
			.run((context) -> {
				ServiceRoot root = context.getBean(ServiceRoot.class);
				assertThat(root.collection("bugs").getReference(7).uri())
					.isEqualTo(URI.create(service.baseUrl() + "bugs/7"));
				assertThat(root.collection("project_groups").getReference("a b/c").uri())
					.isEqualTo(URI.create(service.baseUrl() + "groups/a%20b%2Fc"));
			});
	}

	@Test
	void valuesAreCheckedUnlessThePropertyIsFalse() {
		configured().run((context) -> {
			Entry bug = context.getBean(ServiceRoot.class).collection("bugs").at(0);
			for (String name : List.of("id", "closed")) {
				assertThatIllegalArgumentException().isThrownBy(() -> bug.set(name, 8))
					.withMessageEndingWith("set 'hyper-client.check-values' to false");
			}
		});
		configured("hyper-client.check-values=false").run((context) -> {
			Entry bug = context.getBean(ServiceRoot.class).collection("bugs").at(0);
			assertThat(bug.set("id", 8).set("closed", "soon").changes()).hasSize(2);
			assertThatExceptionOfType(BadRequest.class).isThrownBy(bug::save);
		});
	}

	@ParameterizedTest
	@CsvSource({ "project-groups", "project_groups", "[project_groups]" })
	void collectionNameHasDashesOrUnderscores(String name) {
		configured("hyper-client.collections." + name + ".key-path={key}", "hyper-client.collections.bugs.of=bug")
			.run((context) -> assertThat(
					context.getBean(ServiceRoot.class).collection("project_groups").getReference("gnu").uri())
				.isEqualTo(URI.create(service.baseUrl() + "gnu")));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					bugs.key-path=bugs        | bugs.key-path' must be a path with {key} below the base URL but is 'bugs' | such as recipes/{key}
					bugs.key-path=../{key}    | bugs.key-path' must be a path with {key} below the base URL but is '../{key}' | such as recipes/{key}
					bugs.key-path=http://x/{key} | bugs.key-path' must be a path with {key} below the base URL but is 'http://x/{key}' | such as recipes/{key}
					bugs.of=                  | bugs.key-path' must be set if 'hyper-client.collections.bugs.of' is not | bugs.key-path
					bugs.of=bgu               | bugs.of' must be a resource type of the service | of a type of the service (bug, service-root,
					bgus.key-path=bugs/{key}  | bgus' does not match a collection of the service | (bugs, project_groups)
					""")
	void invalidCollectionPropertyFailsTheStart(String property, String description, String action) {
		configured("hyper-client.collections." + property).run((context) -> {
			assertThat(context).hasFailed();
			StartupFailures.assertAnalyzed(context.getStartupFailure(), "'hyper-client.collections." + description,
					action);
		});
	}

	@Test
	void startThatFailsForACollectionClosesItsRoot(@TempDir Path directory) {
		String temporary = System.getProperty("java.io.tmpdir");
		System.setProperty("java.io.tmpdir", directory.toString());
		try {
			configured().run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(directory).isNotEmptyDirectory();
			});
			assertThat(directory).isEmptyDirectory();
			configured("hyper-client.collections.bgus.key-path=bugs/{key}")
				.run((context) -> assertThat(context).hasFailed());
			// The cache that the root had stored its description in.
			assertThat(directory).isEmptyDirectory();
		}
		finally {
			System.setProperty("java.io.tmpdir", temporary);
		}
	}

}
