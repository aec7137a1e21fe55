package dev.hyperclient.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.junit.LocationProvider;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.docs.Documents;
import org.jspecify.annotations.NullMarked;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * Architecture rules of all modules: no package cycles, each external technology is used
 * by few packages, dependencies point one way, and packages are null-marked. The classes
 * are imported once, for the {@linkplain ClassCycles cycles} of classes and the
 * {@linkplain PublicApiRules rules of the API}, too.
 * <p>
 * In the tables, names are those of packages, where {@code ..} includes subpackages, and
 * of classes with their nested ones, where {@code *} is any part of a name. A name that
 * begins with a dot is one below {@code dev.hyperclient}, and {@code !} excludes a name.
 */
@AnalyzeClasses(locations = ArchitectureTests.Modules.class, importOptions = ArchitectureTests.NotGenerated.class)
class ArchitectureTests {

	@ArchTest
	static final ArchTests cycles = ArchTests.in(ClassCycles.class);

	@ArchTest
	static final ArchTests apiRules = ArchTests.in(PublicApiRules.class);

	@ArchTest
	static final ArchRule onlyTheseUse = rules(
			"""
					http-cache       | .cache.IdentityKeyFile .internal.files .internal.store | java.io.File java.nio.file.Files
					http-cache       | .internal.transport .netty .internal.transaction.BodyCopy \
					                   .internal.transaction.CachedHttpResponse .internal.transaction.ReactiveCacheDriver \
					                   .cache.spring.CachingClientHttpConnector .cache.spring.CapturedRequest \
					                   .cache.spring.ReactiveRequestSender .cache.spring.RedirectingConnector \
					                 | reactor.. org.reactivestreams.. org.springframework.web.reactive.. \
					                   org.springframework.http.client.reactive.. org.springframework.core.io.buffer..
					http-cache       | .internal.transport .netty | io.netty.. reactor.netty..
					http-cache       | .internal.transport | org.apache.hc.. org.eclipse.jetty..
					http-cache       | .internal.transport .netty .cache.spring | .internal.transport
					http-cache       | .cache.micrometer | io.micrometer..
					http-cache-redis | .cache.redis.autoconfigure | .autoconfigure.. org.springframework.boot..
					core             | .convert .internal.json \
					                 | com.fasterxml.jackson.core.. com.fasterxml.jackson.databind.. tools.jackson..
					core             | .internal.description | javax.xml.. org.w3c.. org.xml..
					core             | .token .FileContent .internal.description.DescriptionCache .internal.text.CodeDigest \
					                 | java.io.File java.nio.file.Files
					core             | .internal.exchange | org.reactivestreams.. reactor..
					core             | .internal.exchange | .internal.transport
					core             | none | .internal.transport !.internal.transport.ObservedExchange !.internal.transport.Repetition
					core             | none | io.netty.. reactor.netty..
					core             | .observation | io.micrometer..
					core             | none | org.springframework.boot..
					autoconfigure    | .autoconfigure.ReactorConnectorCustomizations | reactor.netty..
					autoconfigure    | .autoconfigure.security .security | org.springframework.security..
					autoconfigure    | .autoconfigure.observation | io.micrometer..
					autoconfigure    | .autoconfigure.endpoint | org.springframework.boot.actuate..
					test             | .test.FakeServiceExtension* .test.FakeServiceLocks .test.AutoConfigureFakeService \
					                   .test.HyperClientTest .test.ResponseStoreContract \
					                 | org.junit..
					test             | .test.*Assert .test.ResponseStoreContract | org.assertj..
					test             | none | .internal.. !.internal.description !.internal.error !.internal.text
					generator        | .internal.generator.Documentation .internal.generator.JavaTypes .internal.generator.MemberWriter \
					                   .internal.generator.SourceWriter \
					                 | com.palantir.javapoet..
					generator        | .internal.generator.OverlayEditor .internal.generator.OverlayReader .internal.generator.RecordedFiles \
					                   .internal.generator.RecordedType .internal.generator.RepresentationCheck .internal.generator.ServiceCrawl \
					                 | tools.jackson..
					generator        | .internal.generator.DescriptionFetcher .internal.generator.ServiceCrawl \
					                 | io.netty.. java.net.http.. org.springframework.web.reactive.. reactor..
					sample           | .cookbook.service.security .cookbook.client.PageSecurity | org.springframework.security..
					""",
			(module, own, other) -> noClasses().that(module.and(not(own))).should().dependOnClassesThat(other));

	@ArchTest
	static final ArchRule theseDoNotUse = rules(
			"""
					http-cache       | .cache.store .internal.store \
					                 | .cache .cache.api .cache.micrometer .cache.spring .internal.policy .internal.rule \
					                   .internal.transaction .netty
					http-cache       | .internal.rule | .internal.store .internal.transaction .internal.transport
					http-cache       | .internal.transport | .. !.internal.http !.internal.transport
					core             | .observation .token .internal.exchange .internal.json .internal.description .call .retry .authorizer \
					                 | dev.hyperclient
					core             | dev.hyperclient .token .internal.exchange .internal.json .internal.description .call .retry .authorizer \
					                 | .observation
					core             | dev.hyperclient .observation .internal.exchange .internal.json .internal.description .call .retry .authorizer \
					                 | .token
					core             | .observation .internal.json .internal.description .call .retry .authorizer \
					                 | .internal.exchange
					core             | .observation .token .internal.exchange .internal.description .call .retry .authorizer \
					                 | .internal.json
					core             | .observation .token .internal.exchange .internal.json .call .retry .authorizer \
					                 | .internal.description
					core             | .token .internal.json .internal.description .retry .authorizer | .call
					core             | .internal.json .internal.description .call .authorizer | .retry
					core             | .observation .internal.json .internal.description .call .retry | .authorizer
					test             | .test.FakeServiceExtension* .test.FakeServiceFields .test.*Assert \
					                 | org.springframework.boot.. org.springframework.test..
					sample           | .cookbook.service.security \
					                 | .cookbook.service io.netty.. org.springframework.boot.. reactor.. tools.jackson..
					sample           | .cookbook.service.. \
					                 | dev.hyperclient .authorizer.. .autoconfigure.. .cache.. .cookbook.client.. .internal..
					""",
			(module, own, other) -> noClasses().that(module.and(own)).should().dependOnClassesThat(other));

	@ArchTest
	static final ArchRule theseUseNothingElse = rules(
			"""
					test-service     | .. \
					                 | .testservice io.netty.. java.. javax.xml.stream.. org.apache.commons.logging.. \
					                   org.jspecify.annotations.. org.reactivestreams.. org.springframework.web.util.. reactor.. \
					                   tools.jackson..
					http-cache       | .. \
					                 | .cache.. .internal.access .internal.error .internal.files .internal.http .internal.policy .internal.rule \
					                   .internal.store .internal.transaction .internal.transport .netty io.micrometer.. \
					                   io.netty.. java.. javax.. org.apache.hc.. org.eclipse.jetty.. org.jspecify.. \
					                   org.reactivestreams.. org.slf4j.. org.springframework.. reactor..
					http-cache       | .internal.policy \
					                 | .cache.api .cache.store .internal.http .internal.policy java.. javax.crypto.. \
					                   org.jspecify.. org.springframework.. !java.nio.file !java.util.concurrent
					http-cache-redis | .cache.redis \
					                 | .cache.redis .cache.store .internal.access .internal.redis .internal.store.SharedResponseStore io.lettuce.core.. java.. org.jspecify.. \
					                   org.reactivestreams.. org.slf4j.. org.springframework.data.redis.. \
					                   org.springframework.http.. org.springframework.util.. reactor.core..
					autoconfigure    | .autoconfigure.SpringBootRequirement .autoconfigure.internal.Configuration* \
					                 | .autoconfigure.SpringBootRequirement .autoconfigure.internal.Configuration* \
					                   .internal.error.ModuleVersions java.. org.jspecify.. \
					                   org.springframework.boot.SpringBootVersion \
					                   org.springframework.boot.diagnostics.AbstractFailureAnalyzer \
					                   org.springframework.boot.diagnostics.FailureAnalysis \
					                   org.springframework.context.ApplicationContextInitializer \
					                   org.springframework.context.ConfigurableApplicationContext \
					                   org.springframework.core.Ordered org.springframework.core.io.Resource \
					                   org.springframework.core.io.ClassPathResource org.springframework.core.io.UrlResource \
					                   org.springframework.core.io.support.PropertiesLoaderUtils
					http-cache       | .internal.error.ModuleVersions \
					                 | .internal.error.ModuleVersions java.. org.jspecify.. \
					                   org.springframework.core.io.Resource \
					                   org.springframework.core.io.ClassPathResource org.springframework.core.io.UrlResource \
					                   org.springframework.core.io.support.PropertiesLoaderUtils
					""",
			(module, own, other) -> classes().that(module.and(own)).should().onlyDependOnClassesThat(other));

	@ArchTest
	static final ArchRule policiesUseNeitherStoresNorClocks = noClasses().that()
		.resideInAPackage("dev.hyperclient.internal.policy")
		.should()
		.dependOnClassesThat(assignableTo(ResponseStore.class).or(assignableTo(Clock.class)));

	@ArchTest
	static final ArchRule transportsAreSeenAsClientsAndExchanges = classes().that()
		.resideInAPackage("dev.hyperclient.internal.transport")
		.and()
		.arePublic()
		.should()
		.haveNameMatching(".*\\.(ObservedClient(\\$Cached)?|ObservedExchange|Repetition)");

	@ArchTest
	static final ArchRule everyPackageIsNullMarked = classes()
		.that(DescribedPredicate.describe("are not generated by Maven",
				(type) -> !type.getSimpleName().equals("HelpMojo")))
		.should(new ArchCondition<>("be in a null-marked package") {

			@Override
			public void check(JavaClass type, ConditionEvents events) {
				events.add(new SimpleConditionEvent(type, type.getPackage().isAnnotatedWith(NullMarked.class),
						type.getName() + " is in a package without @NullMarked"));
			}

		});

	@ArchTest
	static void packagesAreFreeOfCycles(JavaClasses classes) {
		for (String module : Set.of("http-cache", "core", "autoconfigure", "sample")) {
			slices().matching("dev.hyperclient.(**)").should().beFreeOfCycles().check(classes.that(inModule(module)));
		}
	}

	private static ArchRule rules(String table, RuleOfRow rule) {
		return CompositeArchRule.of(table.lines().map((line) -> {
			String[] row = line.split("\\|");
			return rule.apply(inModule(row[0].strip()), named(row[1]), named(row[2]));
		}).toList());
	}

	static DescribedPredicate<JavaClass> inModule(String module) {
		String folder = "/" + (module.equals("sample") ? "sample-app" : "hyper-client-" + module) + "/target/classes/";
		return DescribedPredicate.describe("are in " + module,
				(type) -> type.getSource().orElseThrow().getUri().getPath().contains(folder));
	}

	private static DescribedPredicate<JavaClass> named(String names) {
		Map<Boolean, List<Predicate<JavaClass>>> all = Arrays.stream(names.strip().split("\\s+"))
			.collect(Collectors.partitioningBy((name) -> name.startsWith("!"),
					Collectors.mapping(ArchitectureTests::isNamed, Collectors.toList())));
		return DescribedPredicate.describe("are " + names.strip().replaceAll("\\s+", " "),
				(type) -> all.get(false).stream().anyMatch((name) -> name.test(type))
						&& all.get(true).stream().noneMatch((name) -> name.test(type)));
	}

	private static Predicate<JavaClass> isNamed(String name) {
		String fullName = name.replaceFirst("^!", "").replaceFirst("^\\.", "dev.hyperclient.");
		if (fullName.matches("(.*\\.)?[*A-Z][^.]*")) {
			Predicate<String> pattern = Pattern.compile(fullName.replace(".", "\\.").replace("*", "\\w*") + "(\\$.*)?")
				.asMatchPredicate();
			return (type) -> pattern.test(type.getName());
		}
		if (fullName.endsWith("..")) {
			String prefix = fullName.substring(0, fullName.length() - 1);
			return (type) -> (type.getPackageName() + ".").startsWith(prefix);
		}
		return (type) -> type.getPackageName().equals(fullName);
	}

	/**
	 * Rule of a row of a table.
	 */
	private interface RuleOfRow {

		ArchRule apply(DescribedPredicate<JavaClass> module, DescribedPredicate<JavaClass> own,
				DescribedPredicate<JavaClass> other);

	}

	/**
	 * The compiled classes of the published modules, also of those that are not on the
	 * class path, and of the sample.
	 */
	static final class Modules implements LocationProvider {

		@Override
		public Set<Location> get(Class<?> testClass) {
			try (Stream<Path> modules = Files.list(Documents.PROJECT)) {
				return modules.filter((module) -> module.getFileName().toString().matches("hyper-client-.+|sample-app"))
					.filter((module) -> Files.isDirectory(module.resolve("src/main/java")))
					.map((module) -> Location.of(module.resolve("target/classes")))
					.collect(Collectors.toSet());
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

	/**
	 * Excludes classes that a build with {@code -Paot} has generated.
	 */
	static final class NotGenerated implements ImportOption {

		@Override
		public boolean includes(Location location) {
			return !location.contains("__");
		}

	}

}
