package dev.hyperclient;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.hyperclient.internal.description.Param;
import dev.hyperclient.internal.description.ParamType;
import dev.hyperclient.internal.description.RepresentationDefinition;
import dev.hyperclient.internal.description.ResourceType;
import dev.hyperclient.internal.description.WadlApplication;
import dev.hyperclient.internal.description.WadlMethod;
import dev.hyperclient.internal.description.WadlParser;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlMatching;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for all operations of descriptions in the style of Launchpad, and for entries as
 * arguments of each.
 */
class LaunchpadOperationsTests {

	private static final String SOURCES = "dev.hyperclient.DescriptionSource#present";

	@RegisterExtension
	private final StubService service = new StubService();

	private final Map<String, Entry> entries = new HashMap<>();

	private WadlApplication serve(DescriptionSource source) {
		String wadl = source.wadl(this.service.url(""));
		this.service.serveRoot(wadl, "{\"resource_type_link\": \"%s#service-root\"}".formatted(this.service.url("")));
		return WadlParser.parse(wadl.getBytes(StandardCharsets.UTF_8), URI.create(this.service.url("")));
	}

	@ParameterizedTest
	@MethodSource(SOURCES)
	void everyOperationIsSentAsDescribed(DescriptionSource source) {
		WadlApplication application = serve(source);
		this.service.serve(get(urlMatching(".*ws\\.op=.*")), StubService.json("null"));
		this.service.serve(post(urlMatching(".*")), StubService.json("null"));
		int sent = 0;
		try (ServiceRoot root = this.service.client().build()) {
			for (ResourceType type : application.resourceTypes()) {
				for (String name : type.operationNames()) {
					NamedOperation operation = operation(root, type, name);
					send(operation, type.operation(name).orElseThrow());
					sent++;
				}
			}
		}
		assertThat(sent).isGreaterThanOrEqualTo((source == DescriptionSource.TRACKER) ? 5 : 300);
	}

	@ParameterizedTest
	@MethodSource(SOURCES)
	void eachParameterTakesItsTypeAndTypesWithTheSameMembers(DescriptionSource source) {
		WadlApplication application = serve(source);
		List<String> taken = new ArrayList<>();
		try (ServiceRoot root = this.service.client().build()) {
			for (ResourceType type : application.resourceTypes()) {
				for (String name : type.operationNames()) {
					WadlMethod method = type.operation(name).orElseThrow();
					for (Param param : method.operationParams()) {
						ResourceType described = param.linkType().flatMap(application::findResourceType).orElse(null);
						if (described != null && param.type() != ParamType.BINARY) {
							taken.addAll(takes(root, application, operation(root, type, name), param, described));
						}
					}
				}
			}
			NamedOperation subscribe = operation(root, application.findResourceTypeById("bug").orElseThrow(),
					"subscribe");
			assertThatIllegalArgumentException().isThrownBy(() -> subscribe.with("person", entry(root, "project")))
				.withMessageContaining("its type is 'project', which has no ");
		}
		assertThat(taken).contains("subscribe person team", "subscribe person person");
	}

	private List<String> takes(ServiceRoot root, WadlApplication application, NamedOperation operation, Param param,
			ResourceType described) {
		List<String> taken = new ArrayList<>();
		for (ResourceType type : application.resourceTypes()) {
			boolean same = type == described || (!keys(described).isEmpty() && keys(type).containsAll(keys(described)));
			if (same && !type.isCollection() && type != application.rootType()) {
				operation.with(param.name(), entry(root, type.id()));
				taken.add("%s %s %s".formatted(operation.name(), param.name(), type.id()));
			}
		}
		return taken;
	}

	private static Set<String> keys(ResourceType type) {
		Set<String> keys = new HashSet<>();
		type.representation()
			.map(RepresentationDefinition::params)
			.ifPresent((params) -> params.forEach((param) -> keys.add(param.name())));
		return keys;
	}

	private NamedOperation operation(ServiceRoot root, ResourceType type, String name) {
		serve(type.id(), type.isCollection() ? ", \"entries\": [], \"start\": 0" : "");
		return ((type == WadlApplication.of(root.type()).rootType()) ? root : root.load(type.id())).operation(name);
	}

	private Entry entry(ServiceRoot root, String type) {
		return this.entries.computeIfAbsent(type, (id) -> {
			serve(id, "");
			return root.load(id, Entry.class);
		});
	}

	private void serve(String type, String more) {
		this.service.serveJson(type, """
				{"self_link": "%1$s%2$s", "resource_type_link": "%1$s#%2$s"%3$s}""".formatted(this.service.url(""),
				type, more));
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
