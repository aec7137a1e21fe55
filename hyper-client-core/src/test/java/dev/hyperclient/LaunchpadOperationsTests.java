package dev.hyperclient;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ParamType;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.description.WadlParser;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlMatching;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Tests for all operations of the description of Launchpad, which is not part of this
 * project.
 */
class LaunchpadOperationsTests {

	private static final Path FILE = Path.of("..", "..", "shared", "data", "launchpad-devel.wadl");

	private static final String BASE = "https://api.launchpad.net/devel/";

	private final StubService service = new StubService();

	@AfterEach
	void stop() {
		this.service.close();
	}

	@Test
	void everyOperationIsSentAsDescribed() throws IOException {
		assumeTrue(Files.exists(FILE), () -> "The description of Launchpad is not at " + FILE);
		String wadl = Files.readString(FILE).replace(BASE, this.service.url(""));
		WadlApplication launchpad = WadlParser.parse(wadl.getBytes(StandardCharsets.UTF_8),
				URI.create(this.service.url("")));
		this.service.serveRoot(wadl, "{\"resource_type_link\": \"%s#service-root\"}".formatted(this.service.url("")));
		this.service.serve(get(urlMatching(".*ws\\.op=.*")), StubService.json("null"));
		this.service.serve(post(urlMatching(".*")), StubService.json("null"));
		int sent = 0;
		try (ServiceRoot root = this.service.client().build()) {
			for (ResourceType type : launchpad.resourceTypes()) {
				if (type != launchpad.rootType() && !type.operationNames().isEmpty()) {
					ServiceResource resource = resource(root, type);
					for (String name : type.operationNames()) {
						send(resource.operation(name), type.operation(name).orElseThrow());
						sent++;
					}
				}
			}
		}
		assertThat(sent).isGreaterThan(600);
	}

	private ServiceResource resource(ServiceRoot root, ResourceType type) {
		this.service.serve(get(urlEqualTo("/1.0/" + type.id())), StubService.json("""
				{"self_link": "%1$s%2$s", "resource_type_link": "%1$s#%2$s", "entries": [], "start": 0}"""
			.formatted(this.service.url(""), type.id())));
		return root.load(type.id());
	}

	private void send(NamedOperation operation, WadlMethod method) {
		Map<String, String> expected = new LinkedHashMap<>();
		NamedOperation complete = operation;
		for (Param param : method.operationParams()) {
			if (param.fixed() != null) {
				expected.put(param.name(), param.fixed());
			}
			else {
				complete = complete.with(param.name(), value(param));
				expected.put(param.name(), text(param));
			}
		}
		this.service.forgetRequests();
		complete.invoke();
		List<LoggedRequest> requests = this.service.server()
			.findAll(com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor(urlMatching(".*")));
		assertThat(requests).as(method.toString())
			.singleElement()
			.satisfies((request) -> assertThat(arguments(request)).as(method.toString())
				.containsExactlyInAnyOrderEntriesOf(expected));
	}

	private Object value(Param param) {
		if (param.type() == ParamType.BINARY) {
			return new byte[] { 0, 1 };
		}
		if (!param.options().isEmpty()) {
			return param.options().get(param.options().size() - 1);
		}
		if (param.type() == ParamType.DATE) {
			return LocalDate.of(2008, 1, 7);
		}
		if (param.type() == ParamType.DATE_TIME) {
			return OffsetDateTime.parse("2008-01-07T01:00:00.5+01:00");
		}
		return param.link() ? URI.create(this.service.url("~me/+x")) : "1.234";
	}

	private String text(Param param) {
		if (param.type() == ParamType.BINARY) {
			return "\0\1";
		}
		if (!param.options().isEmpty()) {
			return param.options().get(param.options().size() - 1);
		}
		if (param.type() == ParamType.DATE) {
			return "\"2008-01-07\"";
		}
		if (param.type() == ParamType.DATE_TIME) {
			return "\"2008-01-07T00:00:00.500000+00:00\"";
		}
		return "\"" + (param.link() ? this.service.url("~me/+x") : "1.234") + "\"";
	}

	private static Map<String, String> arguments(LoggedRequest request) {
		String type = request.getHeader("Content-Type");
		if (type != null && type.startsWith("multipart/")) {
			return parts(request);
		}
		String form = request.getMethod().getName().equals("GET")
				? request.getUrl().substring(request.getUrl().indexOf('?') + 1) : request.getBodyAsString();
		Map<String, String> arguments = new LinkedHashMap<>();
		for (String pair : form.split("&")) {
			int end = pair.indexOf('=');
			arguments.put(URLDecoder.decode(pair.substring(0, end), StandardCharsets.UTF_8),
					URLDecoder.decode(pair.substring(end + 1), StandardCharsets.UTF_8));
		}
		return arguments;
	}

	private static Map<String, String> parts(LoggedRequest request) {
		Map<String, String> arguments = new LinkedHashMap<>();
		request.getParts().forEach((part) -> arguments.put(part.getName(), part.getBody().asString()));
		return arguments;
	}

}
