package dev.hyperclient.docs;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

/**
 * The conventions of all published modules, which are those of Spring Boot's own. The
 * dependencies of a module are tested by its own {@code ArchitectureTests}.
 */
@AnalyzeClasses(packages = "dev.hyperclient",
		importOptions = { ImportOption.DoNotIncludeTests.class, ModuleConventionsTests.PublishedModules.class })
class ModuleConventionsTests {

	@ArchTest
	static final ArchRule everyPackageIsNullMarked = classes()
		.should(new ArchCondition<>("be in a null-marked package") {

			@Override
			public void check(JavaClass type, ConditionEvents events) {
				events.add(new SimpleConditionEvent(type, type.getPackage().isAnnotatedWith(NullMarked.class),
						type.getName() + " is in a package without @NullMarked"));
			}

		});

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
		.and()
		.doNotHaveModifier(JavaModifier.ABSTRACT)
		.should()
		.bePackagePrivate()
		.andShould()
		.haveModifier(JavaModifier.FINAL)
		.andShould()
		.haveSimpleNameEndingWith("FailureAnalyzer");

	/**
	 * Excludes the sample.
	 */
	static final class PublishedModules implements ImportOption {

		@Override
		public boolean includes(Location location) {
			return !location.contains("/sample-app/");
		}

	}

}
