package dev.hyperclient.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/**
 * The quartiles of measured values. The median of an even number of values is the mean of
 * the middle two.
 */
record Quartiles(double lower, double median, double upper) {

	/**
	 * Return quartiles.
	 * @param values one value at least, in any order
	 * @return the quartiles
	 */
	static Quartiles of(double[] values) {
		double[] sorted = values.clone();
		Arrays.sort(sorted);
		int last = sorted.length - 1;
		int quarter = sorted.length / 4;
		return new Quartiles(sorted[quarter], (sorted[last / 2] + sorted[sorted.length / 2]) / 2,
				sorted[last - quarter]);
	}

	static <T> Quartiles of(List<T> measured, ToDoubleFunction<T> value) {
		return of(measured.stream().mapToDouble(value).toArray());
	}

	/** Return the quartiles of the ratios within each round. */
	static <T> Quartiles ofRatios(List<T> ours, List<T> others, ToDoubleFunction<T> value) {
		return ofRounds(ours, others, (our, other) -> value.applyAsDouble(our) / value.applyAsDouble(other));
	}

	/** Return the quartiles of the differences within each round. */
	static <T> Quartiles ofDifferences(List<T> ours, List<T> others, ToDoubleFunction<T> value) {
		return ofRounds(ours, others, (our, other) -> value.applyAsDouble(our) - value.applyAsDouble(other));
	}

	private static <T> Quartiles ofRounds(List<T> ours, List<T> others, ToDoubleBiFunction<T, T> value) {
		double[] values = new double[ours.size()];
		for (int i = 0; i < values.length; i++) {
			values[i] = value.applyAsDouble(ours.get(i), others.get(i));
		}
		return of(values);
	}

	/**
	 * Return the median, and the other quartiles in parentheses.
	 * @param digits the number of digits after the point
	 * @return such as {@code 1.05 (1.01 to 1.10)}
	 */
	String text(int digits) {
		String format = "%%.%1$df (%%.%1$df to %%.%1$df)".formatted(digits);
		return String.format(Locale.ROOT, format, this.median, this.lower, this.upper);
	}

}
