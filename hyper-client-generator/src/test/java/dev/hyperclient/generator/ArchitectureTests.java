package dev.hyperclient.generator;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * Architecture rules: each external technology is used by few classes, and only a fetch
 * makes requests.
 */
@AnalyzeClasses(packages = "dev.hyperclient.generator", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule javaPoetIsUsedByWritersOnly = noClasses().that()
		.doNotBelongToAnyOf(SourceWriter.class, MemberWriter.class, Documentation.class, JavaTypes.class)
		.should()
		.dependOnClassesThat()
		.resideInAPackage("com.palantir.javapoet..");

	@ArchTest
	static final ArchRule jacksonIsUsedByOverlaysAndRecordedRepresentationsOnly = noClasses().that()
		.doNotBelongToAnyOf(OverlayReader.class, OverlayEditor.class, RecordedFiles.class, RecordedType.class,
				RepresentationCheck.class, ServiceCrawl.class)
		.should()
		.dependOnClassesThat()
		.resideInAPackage("tools.jackson..");

	@ArchTest
	static final ArchRule onlyFetchAndCrawlMakeRequests = noClasses().that()
		.doNotBelongToAnyOf(DescriptionFetcher.class, ServiceCrawl.class)
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("java.net.http..", "reactor..", "org.springframework.web.reactive..", "io.netty..");

}
