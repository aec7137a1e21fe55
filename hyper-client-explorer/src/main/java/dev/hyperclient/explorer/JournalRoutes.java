package dev.hyperclient.explorer;

import java.util.Map;

import org.springframework.core.io.ClassPathResource;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * The page of the journal, its chart for the script that refreshes it, and that script.
 * Templates have the data from the request attribute of the journal.
 *
 * @param path the path of the explorer
 * @param views the views
 */
record JournalRoutes(String path, PageView views) {

	RouterFunction<ServerResponse> router() {
		return RouterFunctions.route()
			.GET(this.path + "/journal", (request) -> page(request, "journal-page"))
			.GET(this.path + "/journal/chart", (request) -> page(request, "journal-chart :: chart"))
			.GET(this.path + "/refresh.js", this::script)
			.build();
	}

	private ServerResponse page(ServerRequest request, String template) {
		String base = request.requestPath().contextPath().value() + this.path;
		return ServerResponse.ok()
			.header("Cache-Control", "no-store")
			.build((servletRequest, response) -> new ModelAndView(this.views.of(template), Map.of("base", base)));
	}

	private ServerResponse script(ServerRequest request) {
		return ServerResponse.ok()
			.contentType(MediaType.valueOf("text/javascript"))
			.body(new ClassPathResource("refresh.js", JournalRoutes.class));
	}

}
