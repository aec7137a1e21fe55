package dev.hyperclient.autoconfigure;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalyzedException;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * The conventions of Spring Boot's own auto-configurations, and the packages that depend
 * on optional libraries.
 */
@AnalyzeClasses(packages = { "dev.hyperclient.autoconfigure", "dev.hyperclient.endpoint", "dev.hyperclient.health",
		"dev.hyperclient.security" }, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule packagesAreFreeOfCycles = slices().matching("dev.hyperclient.(**)").should().beFreeOfCycles();

	@ArchTest
	static final ArchRule autoConfigurationsArePublicAndFinal = classes().that()
		.areAnnotatedWith(AutoConfiguration.class)
		.should()
		.bePublic()
		.andShould()
		.haveModifier(JavaModifier.FINAL);

	@ArchTest
	static final ArchRule autoConfigurationsHaveNoPublicMethods = methods().that()
		.areDeclaredInClassesThat()
		.areAnnotatedWith(AutoConfiguration.class)
		.should()
		.notBePublic();

	@ArchTest
	static final ArchRule beanMethodsArePackagePrivate = methods().that()
		.areAnnotatedWith(Bean.class)
		.should()
		.bePackagePrivate();

	@ArchTest
	static final ArchRule conditionsArePackagePrivate = classes().that()
		.areAssignableTo(Condition.class)
		.should()
		.bePackagePrivate();

	@ArchTest
	static final ArchRule failureAnalyzersArePackagePrivateAndFinal = classes().that()
		.areAssignableTo(FailureAnalyzer.class)
		.should()
		.bePackagePrivate()
		.andShould()
		.haveModifier(JavaModifier.FINAL)
		.andShould()
		.haveSimpleNameEndingWith("FailureAnalyzer");

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
	static final ArchRule onlyEndpointPackagesDependOnActuator = noClasses().that()
		.resideOutsideOfPackages("dev.hyperclient.autoconfigure.endpoint", "dev.hyperclient.endpoint")
		.should()
		.dependOnClassesThat(resideInAPackage("org.springframework.boot.actuate.."));

	@ArchTest
	static final ArchRule exceptionsHaveTheirSuffix = classes().that(JavaClass.Predicates.assignableTo(Throwable.class))
		.should()
		.haveSimpleNameEndingWith("Exception");

}
