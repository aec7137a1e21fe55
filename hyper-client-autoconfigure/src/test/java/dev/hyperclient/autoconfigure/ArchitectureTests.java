package dev.hyperclient.autoconfigure;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import org.springframework.boot.diagnostics.FailureAnalyzedException;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The packages that depend on optional libraries, and rules for failures.
 */
@AnalyzeClasses(packages = { "dev.hyperclient.autoconfigure", "dev.hyperclient.security" },
		importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule packagesAreFreeOfCycles = slices().matching("dev.hyperclient.(**)").should().beFreeOfCycles();

	@ArchTest
	static final ArchRule failuresAreAnalyzedByFailureAnalyzers = noClasses().should()
		.dependOnClassesThat()
		.areAssignableTo(FailureAnalyzedException.class);

	@ArchTest
	static final ArchRule onlyReactorConnectorCustomizationsDependsOnReactorNetty = noClasses().that()
		.areNotAssignableTo(ReactorConnectorCustomizations.class)
		.should()
		.dependOnClassesThat(resideInAPackage("reactor.netty.."));

	@ArchTest
	static final ArchRule onlySecurityPackagesDependOnSpringSecurity = noClasses().that()
		.resideOutsideOfPackages("dev.hyperclient.autoconfigure.security", "dev.hyperclient.security")
		.should()
		.dependOnClassesThat(resideInAPackage("org.springframework.security.."));

	@ArchTest
	static final ArchRule onlyObservationPackageDependsOnMicrometer = noClasses().that()
		.resideOutsideOfPackage("dev.hyperclient.autoconfigure.observation")
		.should()
		.dependOnClassesThat(resideInAPackage("io.micrometer.."));

	@ArchTest
	static final ArchRule onlyEndpointPackageDependsOnActuator = noClasses().that()
		.resideOutsideOfPackage("dev.hyperclient.autoconfigure.endpoint")
		.should()
		.dependOnClassesThat(resideInAPackage("org.springframework.boot.actuate.."));

	@ArchTest
	static final ArchRule exceptionsHaveTheirSuffix = classes().that(JavaClass.Predicates.assignableTo(Throwable.class))
		.should()
		.haveSimpleNameEndingWith("Exception");

}
