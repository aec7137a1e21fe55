package dev.hyperclient.cache.redis;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * Rules for the dependencies of this module.
 */
@AnalyzeClasses(packages = "dev.hyperclient.cache.redis", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule storeUsesNothingOfTheCacheButStores = classes().that()
		.resideInAPackage("dev.hyperclient.cache.redis")
		.should()
		.onlyDependOnClassesThat()
		.resideInAnyPackage("dev.hyperclient.cache.redis", "dev.hyperclient.cache.store",
				"dev.hyperclient.internal.redis", "java..", "org.jspecify..", "org.slf4j..",
				"org.springframework.data.redis..", "org.springframework.http..", "org.springframework.util..",
				"reactor.core..", "org.reactivestreams..", "io.lettuce.core..");

	@ArchTest
	static final ArchRule onlyTheAutoConfigurationUsesSpringBoot = noClasses().that()
		.resideOutsideOfPackage("dev.hyperclient.cache.redis.autoconfigure")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework.boot..", "dev.hyperclient.autoconfigure..");

}
