package dev.hyperclient.docs;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AssignableTypeFilter;
import org.springframework.core.type.filter.RegexPatternTypeFilter;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * {@code docs/reference/errors.md} lists every public exception of the client with its
 * superclass.
 */
class ErrorsPageTests {

	private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| `([\\w.]+)` \\| .+ \\|");

	private static final Pattern NO_CLIENT = Pattern.compile(
			"dev\\.hyperclient\\.(cookbook|testservice|docs|generator|internal|autoconfigure\\.internal)\\..*|.*\\$.*");

	@Test
	void pageListsEveryPublicExceptionWithItsParent() throws IOException {
		Map<String, String> listed = new TreeMap<>();
		for (String line : Documents.lines(Documents.PROJECT.resolve("docs/reference/errors.md"))) {
			Matcher row = ROW.matcher(line);
			if (row.matches()) {
				listed.put(row.group(1), ClassUtils.getShortName(row.group(2)));
			}
		}
		assertThat(listed).isEqualTo(exceptions());
	}

	private static Map<String, String> exceptions() {
		ClassPathScanningCandidateComponentProvider scanner = new ClassPathScanningCandidateComponentProvider(false);
		scanner.addIncludeFilter(new AssignableTypeFilter(Exception.class));
		scanner.addExcludeFilter(new RegexPatternTypeFilter(NO_CLIENT));
		Map<String, String> exceptions = new TreeMap<>();
		for (BeanDefinition candidate : scanner.findCandidateComponents("dev.hyperclient")) {
			Class<?> type = ClassUtils.resolveClassName(String.valueOf(candidate.getBeanClassName()), null);
			if (Modifier.isPublic(type.getModifiers())) {
				exceptions.put(type.getSimpleName(), type.getSuperclass().getSimpleName());
			}
		}
		return exceptions;
	}

}
