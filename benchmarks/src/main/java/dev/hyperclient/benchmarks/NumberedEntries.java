package dev.hyperclient.benchmarks;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;

/**
 * Entries with titles, whose keys are the numbers from 1, and what scenarios do with each
 * of them.
 *
 * @param collection the collection
 * @param count how many of its entries are used
 */
record NumberedEntries(EntryCollection collection, int count) {

	/** Get each entry and read its title. */
	void readTitles() {
		for (int number = 1; number <= this.count; number++) {
			check(number, !title(this.collection.get(number)).isEmpty());
		}
	}

	/** Get all entries. */
	List<Entry> get() {
		return IntStream.rangeClosed(1, this.count).mapToObj(this.collection::get).toList();
	}

	/**
	 * Give each entry a new title and save it.
	 * @param held all entries
	 */
	void saveTitles(List<Entry> held) {
		for (int number = 1; number <= this.count; number++) {
			saveTitle(held, number);
		}
	}

	/**
	 * Read the titles that have been saved.
	 * @param held all entries
	 */
	void readSavedTitles(List<Entry> held) {
		for (int number = 1; number <= this.count; number++) {
			readSavedTitle(held, number);
		}
	}

	/**
	 * Give each entry a new title, save it and read the title, before the next one.
	 * @param held all entries
	 */
	void saveAndReadTitles(List<Entry> held) {
		for (int number = 1; number <= this.count; number++) {
			saveTitle(held, number);
			readSavedTitle(held, number);
		}
	}

	private static void saveTitle(List<Entry> held, int number) {
		Entry entry = held.get(number - 1);
		entry.set("title", "saved " + number);
		entry.save();
	}

	private static void readSavedTitle(List<Entry> held, int number) {
		check(number, title(held.get(number - 1)).equals("saved " + number));
	}

	private static String title(Entry entry) {
		return Objects.requireNonNull(entry.getString("title"));
	}

	private static void check(int number, boolean expected) {
		if (!expected) {
			throw new IllegalStateException("Unexpected title of entry " + number);
		}
	}

}
