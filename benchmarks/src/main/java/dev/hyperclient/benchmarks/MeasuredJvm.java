package dev.hyperclient.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The JVM that processes are measured with.
 *
 * @param java the path of {@code java}
 * @param options its options
 * @param version its version, such as 17
 */
record MeasuredJvm(Path java, List<String> options, int version) {

	private static final Pattern VERSION = Pattern.compile("java\\.specification\\.version = (\\d+)");

	/**
	 * Return the JVM that arguments choose: {@code jvm} is the path of {@code java},
	 * otherwise the path of the JVM of this process, and {@code options} are separated by
	 * spaces.
	 */
	static MeasuredJvm of(Arguments arguments) throws IOException {
		Path java = Path.of(arguments.text("jvm", Path.of(System.getProperty("java.home"), "bin", "java").toString()));
		if (!Files.isRegularFile(java) || !Files.isExecutable(java)) {
			throw new IllegalArgumentException(
					"jvm=: '%s' is not a program; write the path of java, and options of ".formatted(java)
							+ "the JVM as options='...'");
		}
		List<String> options = Arrays.stream(arguments.text("options", "").split(" "))
			.filter((option) -> !option.isEmpty())
			.toList();
		return new MeasuredJvm(java, options, version(java));
	}

	private static int version(Path java) throws IOException {
		Process process = new ProcessBuilder(java.toString(), "-XshowSettings:properties", "-version")
			.redirectErrorStream(true)
			.start();
		String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		Matcher version = VERSION.matcher(output);
		if (!version.find()) {
			throw new IllegalArgumentException("jvm=: '%s' prints no version of Java: %s".formatted(java, output));
		}
		return Integer.parseInt(version.group(1));
	}

	/** Return the start of a command: {@code java} and the options. */
	List<String> command() {
		List<String> command = new ArrayList<>();
		command.add(this.java.toString());
		command.addAll(this.options);
		return command;
	}

	/** Return the option that makes an archive of classes when the process ends. */
	String makeArchive(Path archive) {
		return (hasAotCache() ? "-XX:AOTCacheOutput=" : "-XX:ArchiveClassesAtExit=") + archive;
	}

	/** Return the option that uses an archive of classes. */
	String useArchive(Path archive) {
		return (hasAotCache() ? "-XX:AOTCache=" : "-XX:SharedArchiveFile=") + archive;
	}

	private boolean hasAotCache() {
		return this.version >= 25;
	}

}
