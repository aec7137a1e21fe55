package dev.hyperclient.cookbook.specification;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.NotFound;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The specification, "Versioning".
 */
class VersioningTests extends CookbookServiceTestBase {

	@Test
	void versionIsFirstPathSegment() {
		assertThat(this.root.uri()).hasToString(url("1.0/"));
		assertThat(this.root.collection("recipes").get(1).selfLink()).hasToString(url("1.0/recipes/1"));
		try (ServiceRoot devel = client().version("devel").build()) {
			assertThat(devel.collection("recipes").get(1).selfLink()).hasToString(url("devel/recipes/1"));
		}
	}

	@Test
	void serviceRootMayContainVersion() {
		for (String url : new String[] { url("devel/"), url("devel") }) {
			try (ServiceRoot devel = client().serviceRoot(url).version(null).build()) {
				assertThat(devel.collection("recipes").get(1).selfLink()).hasToString(url("devel/recipes/1"));
			}
		}
	}

	@Test
	void unknownVersionThrowsNotFound() {
		assertThatExceptionOfType(NotFound.class).isThrownBy(() -> client().version("2.0").build());
	}

}
