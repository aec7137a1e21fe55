package dev.hyperclient.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.test.tools.TestCompiler;

/**
 * Processes a context ahead of time, compiles it and starts it.
 */
public final class AheadOfTimeContext {

	private AheadOfTimeContext() {
	}

	/**
	 * Process and start a context.
	 * @param atBuild the properties at build time and at the start
	 * @param atStart the properties at the start only
	 * @param started is called with the running context
	 * @param configurations the configuration classes
	 */
	public static void process(Map<String, Object> atBuild, Map<String, Object> atStart,
			Consumer<GenericApplicationContext> started, Class<?>... configurations) {
		process(atBuild, List.of(new Start(atStart, started)), configurations);
	}

	/**
	 * Process a context, and start it several times.
	 * @param atBuild the properties at build time and at each start
	 * @param starts the starts
	 * @param configurations the configuration classes
	 */
	static void process(Map<String, Object> atBuild, List<Start> starts, Class<?>... configurations) {
		TestGenerationContext generation = new TestGenerationContext();
		AnnotationConfigApplicationContext built = new AnnotationConfigApplicationContext();
		built.getEnvironment().getPropertySources().addFirst(new MapPropertySource("build", atBuild));
		built.register(configurations);
		String initializer = processed(built, generation);
		generation.writeGeneratedContent();
		TestCompiler.forSystem().with(generation).compile((compiled) -> starts.forEach((start) -> {
			GenericApplicationContext context = new GenericApplicationContext(new DefaultListableBeanFactory());
			context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("build", atBuild));
			context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("start", start.properties()));
			initialize(compiled.getInstance(ApplicationContextInitializer.class, initializer), context);
			try (context) {
				context.refresh();
				start.started().accept(context);
			}
		}));
	}

	private static String processed(AnnotationConfigApplicationContext built, TestGenerationContext generation) {
		// As the build plugins of Spring Boot do.
		System.setProperty(AbstractAotProcessor.AOT_PROCESSING, "true");
		try {
			return new ApplicationContextAotGenerator().processAheadOfTime(built, generation).canonicalName();
		}
		finally {
			System.clearProperty(AbstractAotProcessor.AOT_PROCESSING);
		}
	}

	@SuppressWarnings({ "rawtypes", "unchecked" })
	private static void initialize(ApplicationContextInitializer initializer, GenericApplicationContext context) {
		initializer.initialize(context);
	}

	/**
	 * A start of a processed context.
	 *
	 * @param properties the properties at this start only
	 * @param started is called with the running context
	 */
	record Start(Map<String, Object> properties, Consumer<GenericApplicationContext> started) {
	}

}
