package dev.hyperclient.cookbook.specification;

import java.util.Map;

import dev.hyperclient.Entry;
import dev.hyperclient.Notification;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.error.MethodNotAllowed;
import dev.hyperclient.error.NoSuchEntryException;
import dev.hyperclient.error.NotFound;
import dev.hyperclient.error.PreconditionFailed;
import dev.hyperclient.error.RedactedValueException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Changes of entries and the requests for them.
 */
class WritingTests extends CookbookServiceTestBase {

	private static final String JOY = "The Joy of Cooking";

	private static final String JOY_PATH = "/1.0/cookbooks/The%20Joy%20of%20Cooking";

	@Test
	void renamedEntryMoves() {
		Entry cookbook = cookbook(JOY);
		forgetRequests();
		cookbook.set("name", "Another Name").save();
		assertThat(requests()).containsExactly("PATCH " + JOY_PATH + " 301", "GET /1.0/cookbooks/Another%20Name 200");
		assertThat(cookbook.uri()).hasToString(url("1.0/cookbooks/Another%20Name"));
		assertThat(cookbook.selfLink()).isEqualTo(cookbook.uri());
		assertThat(cookbook.changes()).isEmpty();
		assertThat(cookbook.notifications())
			.containsExactly(new Notification(20, "The name was changed, and the address with it."));
		cookbook.set("description", "Edited").save();
		assertThat(cookbook.notifications()).isEmpty();
		assertThatExceptionOfType(NoSuchEntryException.class)
			.isThrownBy(() -> this.root.collection("cookbooks").get(JOY));
		cookbook.set("name", JOY).save();
		assertThat(cookbook(JOY).getString("description")).isEqualTo("Edited");
		assertThat(cookbook.operation("make_more_interesting").invoke().notifications()).hasSize(1);
		assertThat(cookbook.getString("name")).isEqualTo("The New " + JOY);
	}

	@Test
	void staleSaveThrowsPreconditionFailedAndKeepsChanges() {
		try (ServiceRoot other = client().build()) {
			Entry mine = this.root.collection("cookbooks").slice(0, 10).get(0);
			Entry theirs = other.collection("cookbooks").get("Mastering the Art of French Cooking");
			theirs.set("description", "Theirs").save();
			mine.set("description", "Mine");
			assertThatExceptionOfType(PreconditionFailed.class).isThrownBy(mine::save);
			assertThat(mine.changes()).containsExactly(Map.entry("description", "Mine"));
			assertThatExceptionOfType(PreconditionFailed.class).isThrownBy(mine::replace);
			assertThat(theirs.getString("description")).isEqualTo("Theirs");
			mine.svcRefresh();
			mine.set("description", "Mine").save();
			theirs.svcRefresh();
			assertThat(theirs.getString("description")).isEqualTo("Mine");
		}
	}

	@Test
	void ownOperationDoesNotHideConcurrentChange() {
		try (ServiceRoot other = client().build()) {
			Entry mine = cookbook(JOY).set("description", "Mine");
			other.collection("cookbooks").get(JOY).set("description", "Theirs").save();
			mine.operation("replace_cover").with("cover", new byte[] { 1 }).invoke();
			assertThat(mine.getDecimal("price")).isEqualByComparingTo("20");
			assertThat(mine.getString("description")).isEqualTo("Mine");
			mine.set("price", 3);
			assertThatExceptionOfType(PreconditionFailed.class).isThrownBy(mine::save);
			assertThat(mine.changes()).containsOnlyKeys("description", "price");
		}
	}

	@Test
	void deleteRemovesEntry() {
		Entry recipe = this.root.collection("recipes").get(6);
		forgetRequests();
		recipe.delete();
		assertThat(requests()).containsExactly("DELETE /1.0/recipes/6 200");
		assertThatExceptionOfType(NoSuchEntryException.class).isThrownBy(() -> this.root.collection("recipes").get(6));
		assertThat(recipe.getLong("id")).isEqualTo(6);
		assertThatExceptionOfType(NotFound.class).isThrownBy(recipe::svcRefresh);
		assertThatExceptionOfType(NotFound.class).isThrownBy(recipe::delete);
	}

	@Test
	void deleteOfUndeletableEntryThrowsMethodNotAllowed() {
		assertThatExceptionOfType(MethodNotAllowed.class).isThrownBy(() -> cookbook(JOY).delete());
	}

	@Test
	void redactedValueCanBeSet() {
		Entry cookbook = cookbook(JOY);
		assertThatExceptionOfType(RedactedValueException.class).isThrownBy(() -> cookbook.getBoolean("confirmed"));
		cookbook.set("confirmed", true);
		assertThat(cookbook.getBoolean("confirmed")).isTrue();
		assertThat(cookbook.isRedacted("confirmed")).isFalse();
		cookbook.save();
		assertThat(cookbook.isRedacted("confirmed")).isTrue();
	}

	private Entry cookbook(String name) {
		return this.root.collection("cookbooks").get(name);
	}

}
