package dev.hyperclient;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

import javax.xml.stream.XMLStreamReader;

import com.fasterxml.jackson.annotation.JsonValue;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.type.MethodMetadata;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import org.springframework.core.type.classreading.SimpleMetadataReaderFactory;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the hints for native images. No native image is built.
 */
class NativeImageTests {

	private final RuntimeHints hints = new RuntimeHints();

	NativeImageTests() {
		SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
			.load(RuntimeHintsRegistrar.class)
			.stream()
			.filter((registrar) -> registrar.getClass().getPackage() == getClass().getPackage())
			.forEach((registrar) -> registrar.registerHints(this.hints, getClass().getClassLoader()));
	}

	@Test
	void methodsThatJacksonCallsAreFound() throws Exception {
		List<Method> methods = new ArrayList<>();
		MetadataReaderFactory classes = new SimpleMetadataReaderFactory();
		for (Resource file : new PathMatchingResourcePatternResolver()
			.getResources("classpath*:dev/hyperclient/**/*.class")) {
			if (!file.getURL().getPath().contains("/test-classes/")) {
				for (MethodMetadata method : classes.getMetadataReader(file)
					.getAnnotationMetadata()
					.getAnnotatedMethods(JsonValue.class.getName())) {
					methods
						.add(Class.forName(method.getDeclaringClassName()).getDeclaredMethod(method.getMethodName()));
				}
			}
		}
		assertThat(methods).extracting((method) -> method.getDeclaringClass().getSimpleName())
			.contains("DescribedResource", "TypedEntry", "TypeDescription");
		assertThat(methods)
			.allSatisfy((method) -> assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(method))
				.accepts(this.hints));
	}

	@Test
	void resourcesAreIntrospected() {
		for (Class<?> type : List.of(DefaultEntry.class, DefaultEntryCollection.class, DefaultServiceRoot.class)) {
			assertThat(RuntimeHintsPredicates.reflection().onType(type)).accepts(this.hints);
		}
	}

	@Test
	void proxiesOfTypedCodeAreFound() {
		for (Class<?> type : List.of(Entry.class, EntryCollection.class)) {
			assertThat(RuntimeHintsPredicates.proxies().forInterfaces(type)).accepts(this.hints);
		}
	}

	@Test
	void messagesOfTheXmlParserAreIncluded() {
		String name = "com.sun.org.apache.xerces.internal.impl.msg.XMLMessages";
		assertThat(RuntimeHintsPredicates.resource().forBundle(name)).accepts(this.hints);
		assertThat(XMLStreamReader.class.getModule().getPackages()).contains(name.substring(0, name.lastIndexOf('.')));
	}

}
