package dev.hyperclient.test;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * Dependencies of the module: the JUnit extension works without Spring's test support,
 * and Spring's test support works without JUnit and AssertJ.
 */
@AnalyzeClasses(packages = "dev.hyperclient.test", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule onlyExtensionAndAnnotationsDependOnJUnit = noClasses().that()
		.haveSimpleNameNotStartingWith("FakeServiceExtension")
		.and()
		.doNotHaveSimpleName("FakeServiceLocks")
		.and()
		.areNotAnnotations()
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.junit..");

	@ArchTest
	static final ArchRule onlyAssertionsDependOnAssertJ = noClasses().that()
		.haveSimpleNameNotEndingWith("Assert")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("org.assertj..");

	@ArchTest
	static final ArchRule extensionAndAssertionsDependOnNoTestSupportOfSpring = noClasses().that()
		.haveSimpleNameStartingWith("FakeServiceExtension")
		.or()
		.haveSimpleNameEndingWith("Assert")
		.or()
		.haveSimpleName("FakeServiceFields")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework.test..", "org.springframework.boot..");

	/** Names, messages and descriptions are read in the same way by all modules. */
	@ArchTest
	static final ArchRule internalsOfClientAreNotUsed = noClasses().should()
		.dependOnClassesThat(resideInAPackage("dev.hyperclient.internal..")
			.and(resideOutsideOfPackages("dev.hyperclient.internal.text", "dev.hyperclient.internal.error",
					"dev.hyperclient.internal.description")));

}
