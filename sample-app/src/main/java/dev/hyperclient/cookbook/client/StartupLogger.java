package dev.hyperclient.cookbook.client;

import dev.hyperclient.ServiceRoot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Logs the URLs of the application at its start.
 */
@Component
@Profile("!service")
class StartupLogger implements ApplicationListener<WebServerInitializedEvent> {

	private static final Logger logger = LoggerFactory.getLogger(StartupLogger.class);

	private final ServiceRoot root;

	StartupLogger(ServiceRoot root) {
		this.root = root;
	}

	@Override
	public void onApplicationEvent(WebServerInitializedEvent event) {
		int port = event.getWebServer().getPort();
		logger.info("Page: http://localhost:{}/, service: {}, health: http://localhost:{}/actuator/health", port,
				this.root.uri(), port);
	}

}
