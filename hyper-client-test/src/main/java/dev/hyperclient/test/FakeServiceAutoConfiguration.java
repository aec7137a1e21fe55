package dev.hyperclient.test;

import java.util.concurrent.CopyOnWriteArrayList;

import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration;
import dev.hyperclient.autoconfigure.HyperClientConnectionDetails;
import dev.hyperclient.autoconfigure.HyperClientWebClientCustomizer;
import dev.hyperclient.testservice.FakeService;

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

}
