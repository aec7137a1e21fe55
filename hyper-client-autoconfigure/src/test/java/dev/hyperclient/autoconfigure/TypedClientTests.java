package dev.hyperclient.autoconfigure;

import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.typed.TypedRoot;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.util.StringUtils;

import static com.github.tomakehurst.wiremock.client.WireMock.containing;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.ok;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Beans of generated clients, and the comparison of their descriptions.
 */
@ExtendWith(OutputCaptureExtension.class)
class TypedClientTests extends AbstractTwoServicesTests {

	private static final String WARNING = "differs from the one that " + Outdated.class.getName()
			+ " was generated from: The resource type 'book' is missing. Fetch the description";

	@Test
	void importedClientHasTheRootOfTheDefaultService() {
		this.both.withUserConfiguration(ImportedClient.class).run((context) -> {
			assertThat(context.getBean(Library.class).root()).isSameAs(context.getBean(ServiceRoot.class));
			assertThat(this.library.requestCount()).isEqualTo(2);
		});
	}

	@Test
	void beanMethodQualifiesTheRootOfANamedService() {
		this.both.withUserConfiguration(NamedClient.class)
			.run((context) -> assertThat(context.getBean(Library.class).root())
				.isSameAs(context.getBean("cookbook", ServiceRoot.class)));
	}

	@Test
	void injectionOfClientThatIsNoBeanAdvisesToImportIt() {
		StartupFailures.assertStartFails(this.both.withUserConfiguration(ClientUser.class),
				"needs a bean of the generated type " + Library.class.getName(), "Add @Import(Library.class)");
	}

	@Test
	void differencesOfFetchedRootAreLoggedAtStart(CapturedOutput output) {
		this.both.withUserConfiguration(ImportedClient.class, OutdatedClient.class).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(output).contains("The description of " + this.library.url() + "/1.0/ " + WARNING)
				.doesNotContain(Library.class.getName() + " was generated");
			assertThat(this.library.requestCount()).isEqualTo(2);
		});
	}

	@Test
	void differencesOfLazyRootAreLoggedOnceWhenItIsFetched(CapturedOutput output) {
		this.both.withPropertyValues("hyper-client.startup=lazy")
			.withUserConfiguration(OutdatedClient.class)
			.run((context) -> {
				assertThat(output).doesNotContain(WARNING);
				ServiceRoot root = context.getBean(Outdated.class).root();
				root.svcAttributes();
				root.svcRefresh();
				root.svcAttributes();
				assertThat(output).containsOnlyOnce(WARNING);
			});
	}

	@Test
	void differencesAreLoggedAgainWhenRunningApplicationNoticesChange(CapturedOutput output) {
		String root = this.library.url() + "/1.0/";
		this.library.server().stubFor(get("/1.0/page").willReturn(this.library.thing()));
		this.both.withPropertyValues("hyper-client.validation-interval=1ns")
			.withBean(ServiceRootBuilderCustomizer.class, () -> (service, builder) -> builder.executor(Runnable::run))
			.withUserConfiguration(OutdatedClient.class, SecondOutdatedClient.class)
			.run((context) -> {
				ServiceRoot used = context.getBean(ServiceRoot.class);
				used.load("page");
				assertThat(output).containsOnlyOnce(WARNING);
				this.library.server()
					.stubFor(get("/1.0/").withHeader("Accept", containing("wadl"))
						.willReturn(ok(StubService.description(root).replace("motto", "slogan"))
							.withHeader("Content-Type", "application/vnd.sun.wadl+xml")));
				used.load("page");
				used.load("page");
				assertThat(used.svcAttributes()).contains("slogan");
				assertThat(StringUtils.countOccurrencesOf(output.getOut(), WARNING)).isEqualTo(2);
				assertThat(context.getBean(MeterRegistry.class)
					.get("hyper.client.root.age")
					.tag("client", "default")
					.timeGauge()
					.value(TimeUnit.SECONDS)).isBetween(0.0, 60.0);
			});
	}

	@Configuration(proxyBeanMethods = false)
	@Import(Library.class)
	static class ImportedClient {

	}

	@Configuration(proxyBeanMethods = false)
	@Import(Outdated.class)
	static class OutdatedClient {

	}

	@Configuration(proxyBeanMethods = false)
	static class SecondOutdatedClient {

		@Bean
		Outdated second(ServiceRoot root) {
			return new Outdated(root);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class NamedClient {

		@Bean
		Library library(@Qualifier("cookbook") ServiceRoot root) {
			return new Library(root);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class ClientUser {

		ClientUser(Library library) {
		}

	}

	/** As the generator writes it. */
	public static final class Library extends TypedRoot {

		public Library(ServiceRoot root) {
			super(root);
		}

		@Override
		protected List<String> generatedFrom() {
			return List.of("service-root");
		}

	}

	/** As the generator wrote it before the service lost a type. */
	public static final class Outdated extends TypedRoot {

		public Outdated(ServiceRoot root) {
			super(root);
		}

		@Override
		protected List<String> generatedFrom() {
			return List.of("service-root", "book");
		}

	}

}
