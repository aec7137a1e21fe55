package dev.hyperclient.test;

import java.net.URI;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration;
import dev.hyperclient.autoconfigure.HyperClientConnectionDetails;
import dev.hyperclient.autoconfigure.HyperClientWebClientCustomizer;
import dev.hyperclient.testservice.FakeService;
import reactor.core.publisher.Mono;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.context.annotation.Primary;
import org.springframework.core.annotation.Order;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import org.springframework.web.reactive.function.client.ExchangeFunction;

/**
 * Auto-configuration of the clients in tests with {@link AutoConfigureFakeService}.
 */
@AutoConfiguration(before = HyperClientAutoConfiguration.class)
@ConditionalOnBean(FakeServices.class)
public final class FakeServiceAutoConfiguration {

	/** Primary, since the application may have connection details of its own. */
	@Bean
	@Primary
	@Conditional(OnFakeDefaultServiceCondition.class)
	HyperClientConnectionDetails fakeServiceConnectionDetails(FakeServices services) {
		return detailsOf(FakeServiceFields.DEFAULT_SERVICE, services);
	}

	/** Replaces connection details of the application for named services. */
	@Bean
	static BeanPostProcessor fakeServiceConnectionDetailsReplacement(FakeServices services) {
		return new BeanPostProcessor() {

			@Override
			public Object postProcessAfterInitialization(Object bean, String beanName) {
				return (bean instanceof HyperClientConnectionDetails) ? services.named()
					.stream()
					.filter((name) -> services.contains(name) && services.isQualified(beanName, name))
					.findFirst()
					.<Object>map((name) -> detailsOf(name, services))
					.orElse(bean) : bean;
			}

		};
	}

	private static HyperClientConnectionDetails detailsOf(String name, FakeServices services) {
		return () -> {
			FakeService service = services.find(name);
			if (service == null) {
				throw new IllegalStateException("The FakeService of the service '%s' has been removed".formatted(name));
			}
			return service.baseUrl();
		};
	}

	/** After the properties, before customizers of the application. */
	@Bean
	@Order(1)
	FakeServiceRootBuilderCustomizer fakeServiceRootBuilderCustomizer(FakeServices services,
			ConfigurableListableBeanFactory beans) {
		return new FakeServiceRootBuilderCustomizer(services, beans, new CopyOnWriteArrayList<>());
	}

	@Bean
	HyperClientWebClientCustomizer fakeServiceWebClientCustomizer() {
		return (name, builder) -> builder.filter(new LocalRequestsFilter(name));
	}

	/**
	 * Matches if the default service has a service in process.
	 */
	static final class OnFakeDefaultServiceCondition extends SpringBootCondition implements ConfigurationCondition {

		@Override
		public ConfigurationPhase getConfigurationPhase() {
			return ConfigurationPhase.REGISTER_BEAN;
		}

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			ConfigurableListableBeanFactory beans = context.getBeanFactory();
			boolean found = beans != null
					&& beans.getBean(FakeServices.class).contains(FakeServiceFields.DEFAULT_SERVICE);
			return new ConditionOutcome(found,
					ConditionMessage.forCondition("Fake service")
						.because(found ? "there is a FakeService for the default service"
								: "there is no FakeService for the default service"));
		}

	}

	/**
	 * Refuses requests to other machines, so that a test does not depend on the network.
	 *
	 * @param service the name of the service
	 */
	record LocalRequestsFilter(String service) implements ExchangeFilterFunction {

		@Override
		public Mono<ClientResponse> filter(ClientRequest request, ExchangeFunction next) {
			if (isLocal(request.url())) {
				return next.exchange(request);
			}
			boolean isDefault = this.service.equals(FakeServiceFields.DEFAULT_SERVICE);
			return Mono.error(new IllegalStateException(
					"A test with @HyperClientTest or @AutoConfigureFakeService sends no requests to %s. Declare a static field of the type FakeService in the test class%s, or a bean."
						.formatted(request.url().getHost(),
								isDefault ? "" : " with @Qualifier(\"%s\")".formatted(this.service))));
		}

		/** Compares texts, since the name of another machine must not be looked up. */
		private static boolean isLocal(URI url) {
			String host = (url.getHost() != null) ? url.getHost().toLowerCase(Locale.ROOT) : "";
			return host.equals("localhost") || host.endsWith(".localhost") || host.equals("[::1]")
					|| host.matches("127(\\.\\d{1,3}){3}");
		}

	}

}
