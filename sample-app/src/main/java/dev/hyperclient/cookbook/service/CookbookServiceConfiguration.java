package dev.hyperclient.cookbook.service;

import java.io.IOException;
import java.util.Map;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;

/**
 * Runs the cookbook service unless {@code cookbook.service.enabled} is false.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "cookbook.service.enabled", matchIfMissing = true)
@EnableConfigurationProperties(CookbookServiceProperties.class)
public class CookbookServiceConfiguration {

	private static final Log logger = LogFactory.getLog(CookbookServiceConfiguration.class);

	@Bean
	CookbookService cookbookService(CookbookServiceProperties properties, Environment environment) throws IOException {
		CookbookService service = new CookbookService(properties);
		if (!environment.matchesProfiles("service")) {
			addCovers(service);
		}
		logger.info("Cookbook service at " + service.baseUrl() + "1.0/ and " + service.baseUrl() + "devel/");
		return service;
	}

	/** For the pages of this application only: the service alone begins without files. */
	private static void addCovers(CookbookService service) throws IOException {
		int number = 1;
		for (Map<String, Object> cookbook : SeedData.read().cookbooks()) {
			Resource cover = new ClassPathResource("covers/" + number++ + ".png", SeedData.class);
			service.change("cookbooks/" + cookbook.get("name"), Map.of("cover", cover.getContentAsByteArray()));
		}
	}

}
