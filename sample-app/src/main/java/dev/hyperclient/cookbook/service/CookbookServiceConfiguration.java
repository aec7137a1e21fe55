package dev.hyperclient.cookbook.service;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Runs the cookbook service unless {@code cookbook.service.enabled} is false.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "cookbook.service.enabled", matchIfMissing = true)
@EnableConfigurationProperties(CookbookServiceProperties.class)
public class CookbookServiceConfiguration {

	private static final Log logger = LogFactory.getLog(CookbookServiceConfiguration.class);

	@Bean
	CookbookService cookbookService(CookbookServiceProperties properties) {
		CookbookService service = new CookbookService(properties);
		logger.info("Cookbook service at " + service.baseUrl() + "1.0/ and " + service.baseUrl() + "devel/");
		return service;
	}

}
