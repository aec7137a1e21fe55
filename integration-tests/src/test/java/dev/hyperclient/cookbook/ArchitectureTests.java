package dev.hyperclient.cookbook;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * Dependencies of the sample: the service is independent of the client, and the guards
 * are independent of the service.
 */
@AnalyzeClasses(packages = "dev.hyperclient.cookbook", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	private static final String SERVICE = "dev.hyperclient.cookbook.service";

	private static final String GUARDS = SERVICE + ".security";

	@ArchTest
	static final ArchRule packagesAreFreeOfCycles = slices().matching("dev.hyperclient.(**)").should().beFreeOfCycles();

	@ArchTest
	static final ArchRule guardsDoNotDependOnServiceOrServer = noClasses().that()
		.resideInAPackage(GUARDS)
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage(SERVICE, "io.netty..", "reactor..", "tools.jackson..", "org.springframework.boot..");

	@ArchTest
	static final ArchRule onlyGuardsAndPageSecurityDependOnSpringSecurity = noClasses().that()
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
	static final ArchRule serviceDoesNotDependOnClient = noClasses().that()
		.resideInAPackage(SERVICE + "..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("dev.hyperclient", "dev.hyperclient.authorizer..", "dev.hyperclient.cache..",
				"dev.hyperclient.internal..", "dev.hyperclient.autoconfigure..", "dev.hyperclient.cookbook.client..");

}
