package dev.hyperclient.testservice;

import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * Finds and replaces the entries of one type of a fake service.
 *
 * @param type the type
 * @param visibility whether a caller may read an entry
 */
record FakeStore(FakeType type, BiPredicate<FakeEntry, Caller> visibility) implements EntryStore<FakeData, FakeEntry> {

	@Override
	public EntryList<FakeEntry> list(FakeData data) {
		return EntryList.of(data.entries(this.type));
	}

	@Override
	public Optional<FakeEntry> find(FakeData data, String key) {
		return data.find(this.type, key);
	}

	@Override
	public String keyOf(FakeEntry entry) {
		return entry.key();
	}

	@Override
	public boolean isVisible(FakeEntry entry, Caller caller) {
		return this.visibility.test(entry, caller);
	}

	@Override
	public FakeData replace(FakeData data, FakeEntry before, FakeEntry after) {
		if (!before.key().equals(after.key()) && data.find(this.type, after.key()).isPresent()) {
			throw RequestRefusedException.conflict("There is a " + after.type() + " '" + after.key() + "' already.");
		}
		return data.replace(before, after);
	}

	@Override
	public FakeData remove(FakeData data, FakeEntry entry) {
		return data.remove(entry);
	}

}
