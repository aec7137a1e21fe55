package dev.hyperclient.autoconfigure;

import java.util.Map;
import java.util.function.Consumer;

import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
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
		TestGenerationContext generation = new TestGenerationContext();
		AnnotationConfigApplicationContext built = new AnnotationConfigApplicationContext();
		built.getEnvironment().getPropertySources().addFirst(new MapPropertySource("build", atBuild));
		built.register(configurations);
		String initializer = new ApplicationContextAotGenerator().processAheadOfTime(built, generation).canonicalName();
		generation.writeGeneratedContent();
		TestCompiler.forSystem().with(generation).compile((compiled) -> {
			GenericApplicationContext context = new GenericApplicationContext(new DefaultListableBeanFactory());
			context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("build", atBuild));
			context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("start", atStart));
			initialize(compiled.getInstance(ApplicationContextInitializer.class, initializer), context);
			try (context) {
				context.refresh();
				started.accept(context);
			}
		});
	}

	@SuppressWarnings({ "rawtypes", "unchecked" })
	private static void initialize(ApplicationContextInitializer initializer, GenericApplicationContext context) {
		initializer.initialize(context);
	}

}
