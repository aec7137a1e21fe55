package dev.hyperclient.autoconfigure;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.Configurations;
import org.springframework.core.Ordered;

/**
 * {@link AutoConfigurations} that are sorted once for all contexts of a JVM: sorting
 * reads many classes, a tenth of the time of the tests.
 */
public final class SortedAutoConfigurations extends Configurations implements Ordered {

	private static final Map<Set<Class<?>>, Collection<Class<?>>> SORTED = new ConcurrentHashMap<>();

	private SortedAutoConfigurations(Collection<Class<?>> classes) {
		super(SortedAutoConfigurations::sorted, classes, Class::getName);
	}

	public static SortedAutoConfigurations of(Class<?>... classes) {
		return new SortedAutoConfigurations(List.of(classes));
	}

	private static Collection<Class<?>> sorted(Collection<Class<?>> classes) {
		return SORTED.computeIfAbsent(Set.copyOf(classes),
				(unsorted) -> List.of(getClasses(AutoConfigurations.of(unsorted.toArray(Class<?>[]::new)))));
	}

	@Override
	public int getOrder() {
		return AutoConfigurations.of().getOrder();
	}

	@Override
	protected SortedAutoConfigurations merge(Set<Class<?>> classes) {
		return new SortedAutoConfigurations(classes);
	}

}
