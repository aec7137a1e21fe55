package dev.hyperclient;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

import javax.xml.stream.XMLStreamReader;

import com.fasterxml.jackson.annotation.JsonValue;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;

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
	void methodsThatJacksonCallsAreFound() {
		List<Method> methods = new ArrayList<>();
		for (JavaClass type : new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages("dev.hyperclient")) {
			type.getMethods()
				.stream()
				.filter((method) -> method.isAnnotatedWith(JsonValue.class))
				.forEach((method) -> methods.add(method.reflect()));
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
