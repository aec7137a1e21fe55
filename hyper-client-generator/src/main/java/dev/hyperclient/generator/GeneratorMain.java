package dev.hyperclient.generator;

import dev.hyperclient.internal.generator.CommandLine;

/**
 * Generates a typed client, fetches a description, checks recorded representations or
 * writes missing rules from the command line. Not meant to be called by threads of an
 * application, since it may end the process.
 */
public final class GeneratorMain {

	private GeneratorMain() {
	}

	/**
	 * Run a command: {@code generate}, {@code fetch}, {@code verify} or {@code suggest}.
	 * Ends the process with the status 1 if the command fails, or if a verification finds
	 * contradictions, and 2 if the arguments are invalid.
	 * @param arguments the command, {@code generate} if it is missing, and its arguments
	 */
	public static void main(String[] arguments) {
		int status = CommandLine.run(arguments, System.out, System.err);
		if (status != 0) {
			System.exit(status);
		}
	}

}
