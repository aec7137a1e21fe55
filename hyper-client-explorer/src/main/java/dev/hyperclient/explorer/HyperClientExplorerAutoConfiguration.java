package dev.hyperclient.explorer;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration;
import dev.hyperclient.autoconfigure.HyperClientServicesAutoConfiguration;
import dev.hyperclient.autoconfigure.internal.ConditionalOnEnabled;
import org.thymeleaf.spring6.SpringTemplateEngine;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Auto-configuration for the explorer in applications with Spring MVC. Off unless
 * {@code hyper-client.explorer.enabled} is set.
 */
@AutoConfiguration(after = { HyperClientAutoConfiguration.class, HyperClientServicesAutoConfiguration.class })
@ConditionalOnClass({ ServiceRoot.class, DispatcherServlet.class, SpringTemplateEngine.class })
@ConditionalOnWebApplication(type = Type.SERVLET)
@ConditionalOnEnabled("hyper-client.explorer.enabled")
@EnableConfigurationProperties(HyperClientExplorerProperties.class)
public final class HyperClientExplorerAutoConfiguration {

	@Bean
	RouterFunction<ServerResponse> hyperClientExplorer(HyperClientExplorerProperties properties,
			ConfigurableListableBeanFactory beans, WebApplicationContext context) {
		return new ExplorerRoutes(properties, new Services(beans), new ExplorerRoutes.PageView(context),
				new ExplorerAccess(properties.allowRemote()))
			.router();
	}

}
