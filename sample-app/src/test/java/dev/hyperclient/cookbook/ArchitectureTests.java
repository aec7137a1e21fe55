package dev.hyperclient.cookbook;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The plan of the sample: the service knows nothing of the client, and the guards know
 * nothing of the service.
 */
@AnalyzeClasses(packages = "dev.hyperclient.cookbook", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	private static final String SERVICE = "dev.hyperclient.cookbook.service";

	private static final String GUARDS = SERVICE + ".security";

	@ArchTest
	static final ArchRule packagesAreFreeOfCircles = slices().matching("dev.hyperclient.(**)")
		.should()
		.beFreeOfCycles();

	@ArchTest
	static final ArchRule guardsKnowNothingOfWhatTheyGuard = noClasses().that()
		.resideInAPackage(GUARDS)
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage(SERVICE, "io.netty..", "reactor..", "tools.jackson..", "org.springframework.boot..");

	@ArchTest
	static final ArchRule springSecurityComesInByTheGuardsAndThePageSecurity = noClasses().that()
		.resideOutsideOfPackage(GUARDS)
		.and()
		.doNotHaveSimpleName("PageSecurity")
		.and()
		// Classes that an earlier build with -Paot has generated.
		.haveSimpleNameNotContaining("__")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework.security..");

	@ArchTest
	static final ArchRule theServiceKnowsNothingOfTheClient = noClasses().that()
		.resideInAPackage(SERVICE + "..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("dev.hyperclient", "dev.hyperclient.authorizer..", "dev.hyperclient.cache..",
				"dev.hyperclient.internal..", "dev.hyperclient.autoconfigure..", "dev.hyperclient.cookbook.client..");

}
