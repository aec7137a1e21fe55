package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.typed.TypedEntry;
import dev.hyperclient.typed.TypedValues;
import org.jspecify.annotations.Nullable;

/**
 * Measures getters of a generated type against getters of {@link Entry}, on an entry that
 * is fetched. After {@code mvn -Pbenchmarks -DskipTests package}, in {@code benchmarks}:
 *
 * <pre>
 * java -cp target/classes:$(cat target/classpath.txt) dev.hyperclient.benchmarks.TypedGetterBenchmark
 * </pre>
 */
public final class TypedGetterBenchmark {

	private static final int CALLS = 200_000;

	private static final int ROUNDS = 15;

	/** Keeps results alive, so that no call is optimized away. */
	private static volatile @Nullable Object result;

	private TypedGetterBenchmark() {
	}

	public static void main(String[] args) throws IOException {
		try (OriginProcess origin = RecipeOrigin.start(Duration.ZERO);
				ServiceRoot root = ServiceRoot.builder(null).serviceRoot(origin.url()).build()) {
			Entry full = root.collection("recipes").at(0);
			// The entry alone has no links.
			Entry bare = root.load("recipes/0", Entry.class);
			bare.svcRefresh();
			Recipe recipe = new Recipe(full);
			Recipe lacking = new Recipe(bare);
			compare("text", () -> full.getString("title"), recipe::title);
			compare("integer", () -> full.getLong("id"), recipe::id);
			compare("link", () -> full.findEntry("dish"), recipe::dish);
			compare("link, absent", () -> full.findEntry("dish"), lacking::dish);
			compare("text, absent", () -> full.getString("title"), lacking::subtitle);
		}
		System.exit(0);
	}

	/** Print the median of both, measured in turn. */
	private static void compare(String name, Supplier<?> untyped, Supplier<?> typed) {
		double[] first = new double[ROUNDS];
		double[] second = new double[ROUNDS];
		for (int i = 0; i < ROUNDS; i++) {
			first[i] = nanoseconds(untyped);
			second[i] = nanoseconds(typed);
		}
		List.of(first, second).forEach(Arrays::sort);
		double before = first[ROUNDS / 2];
		double after = second[ROUNDS / 2];
		System.out.printf(Locale.ROOT, "%-14s untyped %7.1f ns, typed %7.1f ns (%+.1f ns, %+.0f %%)%n", name, before,
				after, after - before, 100 * (after - before) / before);
	}

	private static double nanoseconds(Supplier<?> getter) {
		long begin = System.nanoTime();
		for (int i = 0; i < CALLS; i++) {
			result = getter.get();
		}
		return (System.nanoTime() - begin) / (double) CALLS;
	}

	/** As the generator writes it. */
	private static final class Recipe extends TypedEntry<Recipe> {

		Recipe(Entry entry) {
			super(entry);
		}

		@Nullable String title() {
			return TypedValues.text(entry(), "title");
		}

		@Nullable String subtitle() {
			return TypedValues.text(entry(), "subtitle");
		}

		@Nullable Long id() {
			return TypedValues.integer(entry(), "id");
		}

		Optional<Recipe> dish() {
			return TypedValues.link(entry(), "dish", Recipe::new);
		}

		@Override
		protected Recipe self() {
			return this;
		}

	}

}
