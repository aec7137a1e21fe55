package dev.hyperclient.explorer;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Function;

import dev.hyperclient.FileContent;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.explorer.ServicePage.Reply;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.spring6.view.ThymeleafView;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.util.DigestUtils;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.View;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * The pages of the explorer by their paths.
 */
record ExplorerRoutes(HyperClientExplorerProperties properties, Services services, PageView views,
		ExplorerAccess access) {

	private static final Logger logger = LoggerFactory.getLogger(ExplorerRoutes.class);

	private static final String CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

	private static final String SCRIPTS = "; script-src 'self'";

	private static final String REQUESTS = "; connect-src 'self'";

	private static final String SCRIPT = "text/javascript;charset=UTF-8";

	ExplorerRoutes {
		if (properties.allowRemote()) {
			logger.warn(
					"The explorer at {} answers requests of other machines, with the credentials of this application: protect its path, or set 'hyper-client.explorer.allow-remote' to false.",
					properties.path());
		}
		else {
			logger.info("The explorer is at {}, for this machine only", properties.path());
		}
	}

	RouterFunction<ServerResponse> router() {
		String path = this.properties.path();
		String service = path + "/{service}";
		RouterFunction<ServerResponse> pages = RouterFunctions.route()
			.GET(path, (request) -> page(request, list()))
			.GET(path + "/", (request) -> page(request, list()))
			// No service has such a name.
			.GET(path + "/journal.html", (request) -> journal(request, "journal-page"))
			.GET(path + "/chart.html", (request) -> journal(request, "journal-chart :: latest"))
			.GET(service, handler(DescriptionPages::overview))
			.GET(service + "/type", handler(DescriptionPages::type))
			.GET(service + "/graph", this::graph)
			.GET(service + "/resource", handler(ResourcePages::resource))
			.POST(service + "/edit", handler(ResourcePages::edit))
			.POST(service + "/delete", handler(ResourcePages::delete))
			.GET(service + "/operation", handler(OperationPages::operation))
			.POST(service + "/operation", handler(OperationPages::operation))
			.GET(service + "/file", this::file)
			.filter(this::protect)
			.build();
		return RouterFunctions.route()
			.GET(path + "/style.css", (request) -> file(request, "style.css", "text/css;charset=UTF-8"))
			.GET(path + "/favicon.svg", (request) -> file(request, "favicon.svg", "image/svg+xml"))
			.GET(path + "/refresh.js", (request) -> file(request, "refresh.js", SCRIPT))
			.GET(path + "/graph.js", (request) -> file(request, "graph.js", SCRIPT))
			// The build takes it from its webjar.
			.GET(path + "/cytoscape.js", (request) -> file(request, "cytoscape.min.js", SCRIPT))
			.build()
			.and(pages);
	}

	/** A stored file is revalidated, so that it is that of the current version. */
	private static ServerResponse file(ServerRequest request, String name, String mediaType) throws IOException {
		ClassPathResource file = new ClassPathResource(name, ExplorerRoutes.class);
		String tag = "\"%s\"".formatted(DigestUtils.md5DigestAsHex(file.getContentAsByteArray()));
		return request.checkNotModified(tag)
			.orElseGet(() -> ServerResponse.ok()
				.contentType(MediaType.valueOf(mediaType))
				.eTag(tag)
				.cacheControl(CacheControl.noCache())
				.header("X-Content-Type-Options", "nosniff")
				.body(file));
	}

	private ServerResponse protect(ServerRequest request, HandlerFunction<ServerResponse> next) {
		return this.access.refusal(request.servletRequest())
			.map((reason) -> page(request, refused("Forbidden", reason)))
			.orElseGet(() -> answered(request, next));
	}

	private ServerResponse answered(ServerRequest request, HandlerFunction<ServerResponse> next) {
		try {
			return next.handle(request);
		}
		catch (ServicePage.ReadOnlyException ex) {
			return page(request, refused("Read-only", String.valueOf(ex.getMessage())));
		}
		catch (Exception ex) {
			logger.debug("A page of the explorer failed", ex);
			RuntimeException failed = (ex instanceof RuntimeException known) ? known : new IllegalStateException(ex);
			return page(request, failed(request, Failure.of(failed)));
		}
	}

	private static Reply refused(String heading, String reason) {
		return new Reply("refused", HttpStatus.FORBIDDEN, Map.of("heading", heading, "reason", reason));
	}

	private Reply failed(ServerRequest request, Failure failure) {
		Map<String, Object> view = new HashMap<>(Map.of("heading", "The call failed", "failure", failure));
		String name = request.pathVariables().getOrDefault("service", "");
		if (this.services.names().contains(name)) {
			view.put("service", Map.of("name", name, "link", new Links(base(request), name).overview()));
		}
		return new Reply("problem", failure.status(), view);
	}

	/**
	 * The template has the data from the request attribute of the journal. The script
	 * refreshes the chart.
	 */
	private ServerResponse journal(ServerRequest request, String template) {
		Map<String, Object> model = Map.of("heading", "Journal", "base", base(request));
		return secured(ServerResponse.ok(), CONTENT_SECURITY_POLICY + SCRIPTS + REQUESTS)
			.build((servletRequest, response) -> new ModelAndView(this.views.of(template), model));
	}

	private Reply list() {
		List<ServiceRow> rows = this.services.names()
			.stream()
			.map((name) -> this.services.created(name)
				.map((root) -> new ServiceRow(name, root.uri().toString(), root.isFetched()))
				.orElse(new ServiceRow(name, "", false)))
			.toList();
		return new Reply("services", HttpStatus.OK, Map.of("heading", "Services", "services", rows));
	}

	private HandlerFunction<ServerResponse> handler(Function<ServicePage, Reply> page) {
		return (request) -> page(request, page.apply(servicePage(request)));
	}

	private ServicePage servicePage(ServerRequest request) {
		String name = request.pathVariable("service");
		ServiceRoot root = this.services.find(name)
			.orElseThrow(() -> new NoSuchElementException("There is no service '%s'".formatted(name)));
		return new ServicePage(request, name, root, this.services.model(name, root), new Links(base(request), name),
				this.properties.writable());
	}

	private String base(ServerRequest request) {
		return request.requestPath().contextPath().value() + this.properties.path();
	}

	private ServerResponse graph(ServerRequest request) {
		return page(request, DescriptionPages.graph(servicePage(request)), CONTENT_SECURITY_POLICY + SCRIPTS);
	}

	private ServerResponse page(ServerRequest request, Reply reply) {
		return page(request, reply, CONTENT_SECURITY_POLICY);
	}

	private ServerResponse page(ServerRequest request, Reply reply, String policy) {
		Map<String, Object> model = new HashMap<>(reply.model());
		model.put("base", base(request));
		model.put("writable", this.properties.writable());
		model.put("failed", reply.status().isError());
		return secured(ServerResponse.status(reply.status()), policy)
			.build((servletRequest, response) -> new ModelAndView(this.views.of(reply.template()), model));
	}

	/** A file is downloaded: a browser must not run what a service hosts. */
	private ServerResponse file(ServerRequest request) {
		FileContent content = ResourcePages.file(servicePage(request));
		String name = content.fileName().isEmpty() ? "file" : content.fileName();
		return secured(ServerResponse.ok(), CONTENT_SECURITY_POLICY).contentType(MediaType.APPLICATION_OCTET_STREAM)
			.header(HttpHeaders.CONTENT_DISPOSITION,
					ContentDisposition.attachment().filename(name, StandardCharsets.UTF_8).build().toString())
			.build((servletRequest, response) -> {
				try (content) {
					OutputStream output = response.getOutputStream();
					content.stream().transferTo(output);
				}
				return null;
			});
	}

	private static ServerResponse.BodyBuilder secured(ServerResponse.BodyBuilder response, String policy) {
		return response.cacheControl(CacheControl.noStore())
			.header("Content-Security-Policy", policy)
			.header("X-Content-Type-Options", "nosniff")
			.header("Referrer-Policy", "same-origin")
			.header("Cross-Origin-Opener-Policy", "same-origin")
			.header("Cross-Origin-Resource-Policy", "same-origin");
	}

	/**
	 * A service in the list.
	 *
	 * @param url empty if its root has not been created
	 * @param fetched whether its description has been fetched
	 */
	record ServiceRow(String name, String url, boolean fetched) {

	}

	/**
	 * Creates views of the templates of this module. The template engine is no bean, so
	 * that the views of the application are resolved as without this module.
	 */
	static final class PageView {

		private final WebApplicationContext context;

		private final SpringTemplateEngine engine = new SpringTemplateEngine();

		PageView(WebApplicationContext context) {
			this.context = context;
			ClassLoaderTemplateResolver resolver = new ClassLoaderTemplateResolver(PageView.class.getClassLoader());
			resolver.setPrefix("templates/");
			resolver.setSuffix(".html");
			resolver.setTemplateMode(TemplateMode.HTML);
			resolver.setCharacterEncoding(StandardCharsets.UTF_8.name());
			this.engine.setTemplateResolver(resolver);
			this.engine.setEnableSpringELCompiler(true);
		}

		/** Return the view of a template in the directory of this module. */
		View of(String template) {
			return new TemplateView("hyper-client/" + template, this.engine, this.context);
		}

		private static final class TemplateView extends ThymeleafView {

			TemplateView(String template, SpringTemplateEngine engine, WebApplicationContext context) {
				super(template);
				setTemplateEngine(engine);
				setApplicationContext(context);
				setLocale(Locale.ENGLISH);
				setContentType("text/html;charset=UTF-8");
				// A CSRF token may require a new session, which must be created before
				// the
				// response is committed.
				setProducePartialOutputWhileProcessing(false);
			}

		}

	}

}
