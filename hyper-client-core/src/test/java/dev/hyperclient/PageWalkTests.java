package dev.hyperclient;

import java.net.URI;

import dev.hyperclient.error.UnexpectedResponseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link PageWalk}: when following links to next pages ends.
 */
class PageWalkTests {

	private static final URI COLLECTION = URI.create("http://host/recipes");

	private final PageWalk walk = new PageWalk(COLLECTION);

	@ParameterizedTest
	@CsvSource({ "0, 1, 2", "0, 2, 3", "1, 1, 4", "1, 3, 6", "5, 1, 8", "5, 4, 11", "20, 7, 38" })
	void cycleOfPagesIsFound(int before, int length, int pages) {
		for (int i = 1; i < pages; i++) {
			this.walk.follow(page(before, length, i), false);
		}
		assertThatExceptionOfType(UnexpectedResponseException.class)
			.isThrownBy(() -> this.walk.follow(page(before, length, pages), false))
			.withMessage("The pages of %s form a cycle: a next_collection_link leads back to %s", COLLECTION,
					page(before, length, pages));
	}

	/**
	 * Return the link that is followed at a step, in pages of which the last ones form a
	 * cycle.
	 */
	private static URI page(int before, int length, int step) {
		int number = (step <= before) ? step : before + 1 + (step - before - 1) % length;
		return URI.create(COLLECTION + "?page=" + number);
	}

	@Test
	void linkToTheCollectionIsACycle() {
		this.walk.follow(page(9, 1, 1), false);
		this.walk.follow(page(9, 1, 2), false);
		assertThatExceptionOfType(UnexpectedResponseException.class)
			.isThrownBy(() -> this.walk.follow(COLLECTION, false));
	}

	@Test
	void pagesThatAreDifferentAreFollowed() {
		for (int i = 0; i < 1_000; i++) {
			URI next = page(2_000, 1, i);
			assertThat(this.walk.follow(next, false)).isEqualTo(next);
		}
	}

	@Test
	void hundredPagesInARowWithoutEntriesAreTooMany() {
		int step = 0;
		for (int i = 0; i < 3; i++) {
			this.walk.follow(page(1_000, 1, step++), false);
			for (int empty = 0; empty < 99; empty++) {
				this.walk.follow(page(1_000, 1, step++), true);
			}
		}
		URI last = page(1_000, 1, step);
		assertThatExceptionOfType(UnexpectedResponseException.class).isThrownBy(() -> this.walk.follow(last, true))
			.withMessage(
					"%s has 100 pages in a row without entries, the last of which links to %s; no more are fetched",
					COLLECTION, last);
	}

}
