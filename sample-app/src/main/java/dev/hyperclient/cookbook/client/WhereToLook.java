package dev.hyperclient.cookbook.client;

import dev.hyperclient.ServiceRoot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Profile;
import org.springframework.stereotype.Component;

/**
 * Says in the log where to look.
 */
@Component
@Profile("!service")
class WhereToLook implements ApplicationListener<WebServerInitializedEvent> {

	private static final Logger logger = LoggerFactory.getLogger(WhereToLook.class);

	private final ServiceRoot root;

	WhereToLook(ServiceRoot root) {
		this.root = root;
	}

	@Override
	public void onApplicationEvent(WebServerInitializedEvent event) {
		int port = event.getWebServer().getPort();
		logger.info(
				"The page is at http://localhost:{}/ and reads {}; health is at http://localhost:{}/actuator/health",
				port, this.root.uri(), port);
	}

}
