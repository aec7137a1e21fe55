package dev.hyperclient.benchmarks.redis;

/**
 * Arguments and limits of the proofs. Each one prints its figures, and fails if a limit
 * does not hold.
 */
final class Proof {

	private Proof() {
	}

	/**
	 * Return how many operations, rounds or loops a proof has: the first argument.
	 * @param absent the number without arguments
	 */
	static int count(String[] args, int absent) {
		return (args.length > 0) ? Integer.parseInt(args[0]) : absent;
	}

	/**
	 * Check limits, after the figures have been printed.
	 */
	static void require(boolean... limits) {
		for (boolean holds : limits) {
			if (!holds) {
				throw new IllegalStateException("A limit is exceeded, see the figures above");
			}
		}
	}

}
