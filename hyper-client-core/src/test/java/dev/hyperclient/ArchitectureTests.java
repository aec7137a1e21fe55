package dev.hyperclient;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * Architecture rules: no package cycles, and each external technology is used by one
 * package only.
 */
@AnalyzeClasses(packages = "dev.hyperclient",
		importOptions = { ImportOption.DoNotIncludeTests.class, ArchitectureTests.ThisModule.class })
class ArchitectureTests {

	@ArchTest
	static final ArchRule packagesHaveNoCycles = slices().matching("dev.hyperclient.(**)..").should().beFreeOfCycles();

	@ArchTest
	static final ArchRule importsGoDownwards = layeredArchitecture().consideringOnlyDependenciesInLayers()
		.layer("client")
		.definedBy("dev.hyperclient")
		.layer("observation")
		.definedBy("dev.hyperclient.observation")
		.layer("token")
		.definedBy("dev.hyperclient.token")
		.layer("exchange")
		.definedBy("dev.hyperclient.internal.exchange")
		.layer("json")
		.definedBy("dev.hyperclient.internal.json")
		.layer("description")
		.definedBy("dev.hyperclient.internal.description")
		.layer("call")
		.definedBy("dev.hyperclient.call")
		.layer("retry")
		.definedBy("dev.hyperclient.retry")
		.layer("authorizer")
		.definedBy("dev.hyperclient.authorizer")
		.whereLayer("client")
		.mayNotBeAccessedByAnyLayer()
		.whereLayer("observation")
		.mayNotBeAccessedByAnyLayer()
		.whereLayer("token")
		.mayNotBeAccessedByAnyLayer()
		.whereLayer("exchange")
		.mayOnlyBeAccessedByLayers("client", "token")
		.whereLayer("json")
		.mayOnlyBeAccessedByLayers("client")
		.whereLayer("description")
		.mayOnlyBeAccessedByLayers("client")
		.whereLayer("call")
		.mayOnlyBeAccessedByLayers("client", "exchange", "observation")
		.whereLayer("retry")
		.mayOnlyBeAccessedByLayers("client", "exchange", "observation", "token")
		.whereLayer("authorizer")
		.mayOnlyBeAccessedByLayers("client", "exchange", "token");

	@ArchTest
	static final ArchRule jacksonIsUsedByJsonOnly = noClasses().that()
		.resideOutsideOfPackages("dev.hyperclient.internal.json", "dev.hyperclient.convert")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("tools.jackson..", "com.fasterxml.jackson.core..", "com.fasterxml.jackson.databind..");

	@ArchTest
	static final ArchRule xmlIsUsedByDescriptionsOnly = noClasses().that()
		.resideOutsideOfPackage("dev.hyperclient.internal.description")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("javax.xml..", "org.xml..", "org.w3c..");

	@ArchTest
	static final ArchRule filesAreUsedByStoresOnly = noClasses().that()
		.resideOutsideOfPackages("dev.hyperclient.token")
		.and()
		.doNotHaveFullyQualifiedName("dev.hyperclient.FileContent")
		.and()
		.doNotHaveFullyQualifiedName("dev.hyperclient.internal.description.DescriptionCache")
		.and()
		.doNotHaveFullyQualifiedName("dev.hyperclient.internal.text.CodeDigest")
		.should()
		.dependOnClassesThat()
		.haveFullyQualifiedName("java.nio.file.Files")
		.orShould()
		.dependOnClassesThat()
		.haveFullyQualifiedName("java.io.File");

	@ArchTest
	static final ArchRule reactorIsUsedByExchangeOnly = noClasses().that()
		.resideOutsideOfPackage("dev.hyperclient.internal.exchange")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("reactor..", "org.reactivestreams..");

	@ArchTest
	static final ArchRule nothingRefersToNetty = noClasses().should()
		.dependOnClassesThat()
		.resideInAnyPackage("reactor.netty..", "io.netty..");

	@ArchTest
	static final ArchRule transportsAreUsedByExchangeOnly = noClasses().that()
		.resideOutsideOfPackage("dev.hyperclient.internal.exchange")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("dev.hyperclient.internal.transport");

	@ArchTest
	static final ArchRule exchangeUsesTwoTypesOfTransports = noClasses().should()
		.dependOnClassesThat(resideInAPackage("dev.hyperclient.internal.transport")
			.and(not(nameMatching(".*\\.(ObservedExchange|Repetition)"))));

	@ArchTest
	static final ArchRule metersAreUsedByObservationOnly = noClasses().that()
		.resideOutsideOfPackage("dev.hyperclient.observation")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.micrometer.core..");

	@ArchTest
	static final ArchRule observationsAreUsedByObservationOnly = noClasses().that()
		.resideOutsideOfPackage("dev.hyperclient.observation")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("io.micrometer..");

	@ArchTest
	static final ArchRule springBootIsNotUsed = noClasses().should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework.boot..");

	/**
	 * Excludes the other modules on the class path, which have rules of their own.
	 */
	static final class ThisModule implements ImportOption {

		@Override
		public boolean includes(Location location) {
			return location.contains("/hyper-client-core/");
		}

	}

}
