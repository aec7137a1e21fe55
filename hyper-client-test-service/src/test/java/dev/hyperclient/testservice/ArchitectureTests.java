package dev.hyperclient.testservice;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

/**
 * Dependencies of the module.
 */
@AnalyzeClasses(packages = "dev.hyperclient", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule serviceDependsOnNeitherClientNorSpringBoot = classes().should()
		.onlyDependOnClassesThat()
		.resideInAnyPackage("dev.hyperclient.testservice", "java..", "javax.xml.stream..", "io.netty..", "reactor..",
				"org.reactivestreams..", "tools.jackson..", "org.springframework.web.util..",
				"org.apache.commons.logging..", "org.jspecify.annotations..");

}
