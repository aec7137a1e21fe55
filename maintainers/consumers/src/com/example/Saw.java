package com.example;

import org.springframework.boot.SpringBootVersion;

/**
 * What a consumer saw, as one line for check-release.
 */
public final class Saw {

	private Saw() {
	}

	public static void report(String saw) {
		print("SAW", saw);
		String expected = System.getProperty("expected");
		if (!saw.equals(expected)) {
			throw new IllegalStateException("Expected: " + expected);
		}
	}

	public static void notTried(String reason) {
		print("NOT TRIED", reason);
	}

	private static void print(String kind, String text) {
		System.out.println(String.join(" | ", kind, System.getProperty("consumer"), SpringBootVersion.getVersion(),
				String.valueOf(Runtime.version().feature()), text));
	}

}
