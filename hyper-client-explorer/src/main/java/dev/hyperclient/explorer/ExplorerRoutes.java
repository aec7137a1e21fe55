package dev.hyperclient.explorer;

import java.util.List;
import java.util.Map;

import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * The pages of the explorer by their paths.
 */
final class ExplorerRoutes {

	private final HyperClientExplorerProperties properties;

	private final Services services;

	private final PageView views;

	ExplorerRoutes(HyperClientExplorerProperties properties, Services services, PageView views) {
		this.properties = properties;
		this.services = services;
		this.views = views;
	}

	RouterFunction<ServerResponse> router() {
		String path = this.properties.path();
		return RouterFunctions.route()
			.GET(path, this::services)
			.GET(path + "/style.css", this::style)
			.add(new JournalRoutes(path, this.views).router())
			.build();
	}

	private ServerResponse style(ServerRequest request) {
		return ServerResponse.ok()
			.contentType(MediaType.valueOf("text/css"))
			.body(new ClassPathResource("style.css", ExplorerRoutes.class));
	}

	private ServerResponse services(ServerRequest request) {
		String base = request.requestPath().contextPath().value() + this.properties.path();
		List<Map<String, String>> rows = this.services.names()
			.stream()
			.map((name) -> Map.of("name", name, "link", base + "/" + name))
			.toList();
		return ServerResponse.ok()
			.build((servletRequest, response) -> new ModelAndView(this.views.of("services"),
					Map.of("base", base, "services", rows)));
	}

}
