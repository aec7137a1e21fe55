package dev.hyperclient.typed;

import java.math.BigDecimal;
import java.net.URI;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.HostedFile;
import dev.hyperclient.NamedOperation;
import dev.hyperclient.Notification;
import dev.hyperclient.TypeDescription;
import org.jspecify.annotations.Nullable;

/**
 * An entry without content that records which link is read: so a getter of a generated
 * type names its link without reflection.
 */
final class LinkProbe implements Entry {

	private @Nullable String link;

	private LinkProbe() {
	}

	/**
	 * Return the name of the link that a getter returns.
	 * @throws IllegalArgumentException if the function does something else
	 */
	static <E> String nameOf(Function<? super Entry, ? extends E> type, Function<? super E, ?> getter) {
		LinkProbe probe = new LinkProbe();
		getter.apply(type.apply(probe));
		if (probe.link == null) {
			throw noLink();
		}
		return probe.link;
	}

	private static IllegalArgumentException noLink() {
		return noLink("A function that reads no link");
	}

	private static IllegalArgumentException noLink(String what) {
		return new IllegalArgumentException(
				"%s cannot be prefetched: give getters of links to entries, for instance Recipe::dish".formatted(what));
	}

	private static IllegalArgumentException attribute(String name) {
		return noLink("The attribute '%s'".formatted(name));
	}

	private void record(String name) {
		if (this.link != null) {
			throw noLink("'%s' with '%s', read by one function,".formatted(this.link, name));
		}
		this.link = name;
	}

	@Override
	public Entry entry(String name) {
		record(name);
		return this;
	}

	@Override
	public Optional<Entry> findEntry(String name) {
		record(name);
		return Optional.of(this);
	}

	@Override
	public URI uri() {
		throw noLink();
	}

	@Override
	public List<String> svcAttributes() {
		throw noLink();
	}

	@Override
	public List<String> svcEntries() {
		throw noLink();
	}

	@Override
	public List<String> svcCollections() {
		throw noLink();
	}

	@Override
	public List<String> svcOperations() {
		throw noLink();
	}

	@Override
	public List<NamedOperation> operations() {
		throw noLink();
	}

	@Override
	public NamedOperation operation(String name) {
		throw noLink("The result of '%s'".formatted(name));
	}

	@Override
	public boolean isFetched() {
		throw noLink();
	}

	@Override
	public URI selfLink() {
		throw noLink();
	}

	@Override
	public Optional<String> httpEtag() {
		throw noLink();
	}

	@Override
	public URI resourceTypeLink() {
		throw noLink();
	}

	@Override
	public @Nullable Object get(String name) {
		throw attribute(name);
	}

	@Override
	public <T> T to(Class<T> type) {
		throw noLink();
	}

	@Override
	public boolean isRedacted(String name) {
		throw attribute(name);
	}

	@Override
	public @Nullable String getString(String name) {
		throw attribute(name);
	}

	@Override
	public @Nullable Long getLong(String name) {
		throw attribute(name);
	}

	@Override
	public @Nullable Double getDouble(String name) {
		throw attribute(name);
	}

	@Override
	public @Nullable BigDecimal getDecimal(String name) {
		throw attribute(name);
	}

	@Override
	public @Nullable Boolean getBoolean(String name) {
		throw attribute(name);
	}

	@Override
	public @Nullable LocalDate getDate(String name) {
		throw attribute(name);
	}

	@Override
	public @Nullable OffsetDateTime getDateTime(String name) {
		throw attribute(name);
	}

	@Override
	public HostedFile file(String name) {
		throw noLink("The file '%s'".formatted(name));
	}

	@Override
	public Optional<HostedFile> findFile(String name) {
		throw noLink("The file '%s'".formatted(name));
	}

	@Override
	public EntryCollection collection(String name) {
		throw noLink("The collection '%s'".formatted(name));
	}

	@Override
	public TypeDescription type() {
		throw noLink();
	}

	@Override
	public List<String> allowedValues(String attribute) {
		throw attribute(attribute);
	}

	@Override
	public void svcRefresh() {
		throw noLink();
	}

	@Override
	public Entry set(String name, @Nullable Object value) {
		throw attribute(name);
	}

	@Override
	public Map<String, @Nullable Object> changes() {
		throw noLink();
	}

	@Override
	public void discardChanges() {
		throw noLink();
	}

	@Override
	public void save() {
		throw noLink();
	}

	@Override
	public void replace() {
		throw noLink();
	}

	@Override
	public void update(Consumer<? super Entry> change) {
		throw noLink();
	}

	@Override
	public void delete() {
		throw noLink();
	}

	@Override
	public List<Notification> notifications() {
		throw noLink();
	}

	@Override
	public boolean sameState(Entry other) {
		throw noLink();
	}

}
