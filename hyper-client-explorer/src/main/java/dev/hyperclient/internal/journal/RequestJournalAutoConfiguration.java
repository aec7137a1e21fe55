package dev.hyperclient.internal.journal;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration;
import dev.hyperclient.autoconfigure.HyperClientServicesAutoConfiguration;
import dev.hyperclient.autoconfigure.ServiceRootBuilderCustomizer;
import dev.hyperclient.autoconfigure.internal.ConditionalOnEnabled;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Auto-configuration for the journal of the requests of all services, which exists
 * together with the explorer.
 */
@AutoConfiguration(before = { HyperClientAutoConfiguration.class, HyperClientServicesAutoConfiguration.class })
@ConditionalOnClass({ ServiceRoot.class, DispatcherServlet.class })
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnEnabled("hyper-client.explorer.enabled")
public final class RequestJournalAutoConfiguration {

	@Bean
	RequestJournal hyperClientRequestJournal() {
		return new RequestJournal();
	}

	@Bean
	ServiceRootBuilderCustomizer hyperClientRequestJournalCustomizer(RequestJournal journal) {
		return (service, builder) -> new JournalObserver(service, journal).addTo(builder);
	}

	@Bean
	WebMvcConfigurer hyperClientPageJournalConfigurer(RequestJournal journal) {
		return new WebMvcConfigurer() {

			@Override
			public void addInterceptors(InterceptorRegistry registry) {
				registry.addInterceptor(new PageJournalInterceptor(journal));
			}

		};
	}

}
