package dev.hyperclient.explorer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import dev.hyperclient.testservice.FakeService;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.util.HtmlUtils;
import org.springframework.web.util.UriUtils;

/**
 * An application with the explorer, and an HTTP client for its pages.
 */
final class RunningExplorer implements AutoCloseable {

	private static final Pattern JAVA = Pattern.compile("(?s)<pre class=\"java\"[^>]*><code>(.*?)</code>");

	private final ConfigurableApplicationContext context;

	private final HttpClient client = HttpClient.newHttpClient();

	private RunningExplorer(ConfigurableApplicationContext context) {
		this.context = context;
	}

	static RunningExplorer start(FakeService service, String... properties) {
		return start(Application.class, service.baseUrl(), properties);
	}

	static RunningExplorer start(Class<?> application, URI baseUrl, String... properties) {
		List<String> all = new ArrayList<>(List.of("server.port=0", "server.address=127.0.0.1",
				"spring.main.banner-mode=off", "spring.jmx.enabled=false", "hyper-client.explorer.enabled=true",
				"hyper-client.base-url=" + baseUrl));
		all.addAll(List.of(properties));
		return new RunningExplorer(new SpringApplicationBuilder(application).web(WebApplicationType.SERVLET)
			.properties(all.toArray(String[]::new))
			.run());
	}

	ConfigurableApplicationContext context() {
		return this.context;
	}

	URI uri(String path) {
		return URI.create("http://localhost:%s%s"
			.formatted(this.context.getEnvironment().getProperty("local.server.port"), path));
	}

	/** Return a page below the path of the explorer. */
	HttpResponse<String> get(String path, String... headers) {
		return send(request(path, headers).GET());
	}

	/** Send a form as a browser does. */
	HttpResponse<String> post(String path, Map<String, String> form, String... headers) {
		String body = form.entrySet()
			.stream()
			.map((field) -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
			.collect(Collectors.joining("&"));
		HttpRequest.Builder request = request(path, headers).header("Content-Type", "application/x-www-form-urlencoded")
			.POST(HttpRequest.BodyPublishers.ofString(body));
		if (headers.length == 0) {
			request.header("Origin", "http://" + uri("").getAuthority());
		}
		return send(request);
	}

	private HttpRequest.Builder request(String path, String... headers) {
		HttpRequest.Builder request = HttpRequest.newBuilder(uri("/hyper-client" + path));
		if (headers.length > 0) {
			request.headers(headers);
		}
		return request;
	}

	HttpResponse<String> send(HttpRequest.Builder request) {
		try {
			return this.client.send(request.build(), HttpResponse.BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/** Return the Java on a page: without and with generated classes. */
	static List<String> java(String page) {
		return JAVA.matcher(page).results().map((MatchResult match) -> HtmlUtils.htmlUnescape(match.group(1))).toList();
	}

	static String encoded(String text) {
		return UriUtils.encode(text, StandardCharsets.UTF_8);
	}

	@Override
	public void close() {
		this.context.close();
	}

	/**
	 * An application without Spring Security.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(
			excludeName = { "org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration",
					"org.springframework.boot.security.autoconfigure.web.servlet.ServletWebSecurityAutoConfiguration",
					"org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration",
					"org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration" })
	static class Application {

	}

}
