package dev.hyperclient.generator;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * Architecture rules: each external technology is used by few classes, and a generator
 * makes no requests.
 */
@AnalyzeClasses(packages = "dev.hyperclient.generator", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule javaPoetIsUsedByWritersOnly = noClasses().that()
		.doNotBelongToAnyOf(SourceWriter.class, JavaTypes.class)
		.should()
		.dependOnClassesThat()
		.resideInAPackage("com.palantir.javapoet..");

	@ArchTest
	static final ArchRule jacksonIsUsedByOverlaysOnly = noClasses().that()
		.doNotBelongToAnyOf(OverlayReader.class)
		.should()
		.dependOnClassesThat()
		.resideInAPackage("tools.jackson..");

	@ArchTest
	static final ArchRule nothingMakesRequests = noClasses().should()
		.dependOnClassesThat()
		.resideInAnyPackage("java.net.http..", "reactor..", "org.springframework.web.reactive..", "io.netty..");

}
