package dev.hyperclient.cache;

import java.time.Clock;
import java.util.List;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.hyperclient.cache.store.ResponseStore;

import org.springframework.util.ClassUtils;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Rules for the dependencies of this module.
 */
@AnalyzeClasses(packages = "dev.hyperclient",
		importOptions = { ImportOption.DoNotIncludeTests.class, ArchitectureTests.ThisModule.class })
class ArchitectureTests {

	private static final String REACTIVE_CLASSES = "dev\\.hyperclient\\."
			+ "(internal\\.transaction\\.(BodyCopy|CachedHttpResponse|ReactiveCacheDriver|ReactiveSender)"
			+ "|cache\\.spring\\.(CachingClientHttpConnector|CapturedRequest|ReactiveRequestSender"
			+ "|RedirectingConnector))(\\$.*)?";

	@ArchTest
	static final ArchRule packagesAreFreeOfCycles = slices().matching("dev.hyperclient.(**)").should().beFreeOfCycles();

	@ArchTest
	static final ArchRule nothingElseOfTheClientIsUsed = classes().should()
		.onlyDependOnClassesThat()
		.resideInAnyPackage("dev.hyperclient.cache..", "dev.hyperclient.internal.policy",
				"dev.hyperclient.internal.rule", "dev.hyperclient.internal.transaction", "dev.hyperclient.netty",
				"dev.hyperclient.internal.http", "dev.hyperclient.internal.transport", "dev.hyperclient.internal.files",
				"dev.hyperclient.internal.error", "dev.hyperclient.internal.store", "org.apache.hc..",
				"org.eclipse.jetty..", "java..", "javax..", "org.jspecify..", "org.slf4j..", "org.springframework..",
				"reactor..", "io.netty..", "io.micrometer..", "org.reactivestreams..");

	@ArchTest
	static final ArchRule storesKnowNothingOfTheCache = noClasses().that()
		.resideInAnyPackage("dev.hyperclient.cache.store", "dev.hyperclient.internal.store")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("dev.hyperclient.cache", "dev.hyperclient.cache.api", "dev.hyperclient.cache.spring",
				"dev.hyperclient.internal.policy", "dev.hyperclient.internal.rule",
				"dev.hyperclient.internal.transaction", "dev.hyperclient.cache.micrometer", "dev.hyperclient.netty");

	@ArchTest
	static final ArchRule policiesArePure = classes().that()
		.resideInAPackage("dev.hyperclient.internal.policy")
		.should()
		.onlyDependOnClassesThat(resideInAnyPackage("dev.hyperclient.internal.policy", "dev.hyperclient.cache.api",
				"dev.hyperclient.cache.store", "dev.hyperclient.internal.http", "java..", "javax.crypto..",
				"org.jspecify..", "org.springframework..")
			.and(not(assignableTo(ResponseStore.class)))
			.and(not(assignableTo(Clock.class)))
			.and(not(resideInAnyPackage("java.util.concurrent", "java.nio.file"))));

	@ArchTest
	static final ArchRule rulesKnowNothingOfTransactions = noClasses().that()
		.resideInAPackage("dev.hyperclient.internal.rule")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("dev.hyperclient.internal.transaction", "dev.hyperclient.internal.transport",
				"dev.hyperclient.internal.store");

	@ArchTest
	static final ArchRule onlyStoresUseFiles = noClasses().that()
		.resideOutsideOfPackages("dev.hyperclient.internal.store", "dev.hyperclient.internal.files")
		.and()
		.doNotHaveFullyQualifiedName("dev.hyperclient.cache.IdentityKeyFile")
		.should()
		.dependOnClassesThat()
		.haveFullyQualifiedName("java.nio.file.Files")
		.orShould()
		.dependOnClassesThat()
		.haveFullyQualifiedName("java.io.File");

	@ArchTest
	static final ArchRule onlyReactiveClassesUseReactorAndWebClient = noClasses().that()
		.resideOutsideOfPackages("dev.hyperclient.netty", "dev.hyperclient.internal.transport")
		.and()
		.haveNameNotMatching(REACTIVE_CLASSES)
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("reactor..", "org.reactivestreams..", "org.springframework.web.reactive..",
				"org.springframework.http.client.reactive..", "org.springframework.core.io.buffer..");

	@ArchTest
	static final ArchRule onlyTransportsAndTheirApiUseNetty = noClasses().that()
		.resideOutsideOfPackages("dev.hyperclient.netty", "dev.hyperclient.internal.transport")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("reactor.netty..", "io.netty..");

	@ArchTest
	static final ArchRule onlyTransportsUseOtherHttpClients = noClasses().that()
		.resideOutsideOfPackage("dev.hyperclient.internal.transport")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.apache.hc..", "org.eclipse.jetty..");

	@ArchTest
	static final ArchRule transportsAreSeenAsClientsAndExchanges = classes().that()
		.resideInAPackage("dev.hyperclient.internal.transport")
		.and()
		.arePublic()
		.should()
		.haveNameMatching(".*\\.(ObservedClient(\\$Cached)?|ObservedExchange|Repetition)");

	@ArchTest
	static final ArchRule onlyAdaptersUseTransports = noClasses().that()
		.resideOutsideOfPackages("dev.hyperclient.internal.transport", "dev.hyperclient.cache.spring",
				"dev.hyperclient.netty")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("dev.hyperclient.internal.transport");

	@ArchTest
	static final ArchRule transportsKnowNothingOfTheCache = noClasses().that()
		.resideInAPackage("dev.hyperclient.internal.transport")
		.should()
		.dependOnClassesThat(resideInAPackage("dev.hyperclient..")
			.and(not(resideInAnyPackage("dev.hyperclient.internal.transport", "dev.hyperclient.internal.http"))));

	@ArchTest
	static final ArchRule onlyTheMeterBinderUsesMeters = noClasses().that()
		.resideOutsideOfPackage("dev.hyperclient.cache.micrometer")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.micrometer..");

	@ArchTest
	static void redisIsNotOnTheClassPath(JavaClasses classes) {
		assertThat(List.of("org.springframework.data.redis.connection.RedisConnection", "io.lettuce.core.RedisClient",
				"redis.clients.jedis.Jedis", "dev.hyperclient.cache.redis.RedisResponseStore"))
			.noneMatch((type) -> ClassUtils.isPresent(type, null));
	}

	/**
	 * Excludes the service for tests, whose clock the tests of the cache use.
	 */
	static final class ThisModule implements ImportOption {

		@Override
		public boolean includes(Location location) {
			return location.contains("/hyper-client-http-cache/");
		}

	}

}
