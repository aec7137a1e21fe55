package dev.hyperclient.autoconfigure.endpoint;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

import dev.hyperclient.LinkDescription;
import dev.hyperclient.OperationDescription;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.TypeDescription;
import dev.hyperclient.ValueDescription;
import dev.hyperclient.autoconfigure.endpoint.HttpCacheEndpoint.CacheDescriptor;
import dev.hyperclient.autoconfigure.endpoint.HttpCacheEndpoint.RemovalDescriptor;
import dev.hyperclient.autoconfigure.endpoint.HttpCacheEndpoint.StoredDescriptor;
import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.EndpointWebExtension;

/**
 * {@link Endpoint @Endpoint} that exposes the services of an application, their resource
 * types and their stored responses, and removes stored responses if it is not read-only,
 * as it is by default. Sends no requests to services, and exposes neither content nor
 * header fields. Thread-safe.
 */
@Endpoint(id = "hyperclient", defaultAccess = Access.READ_ONLY)
final class HyperClientEndpoint {

	private final Supplier<Map<String, Optional<ServiceRoot>>> services;

	/**
	 * Create the endpoint.
	 * @param services supplier of the services by name, called by each operation: the
	 * root, or empty if it has not been created yet
	 */
	HyperClientEndpoint(Supplier<Map<String, Optional<ServiceRoot>>> services) {
		this.services = services;
	}

	/**
	 * Return all services.
	 * @return the services by name, in JSON {@code services}
	 */
	@ReadOperation
	@RegisterReflectionForBinding(ServicesDescriptor.class)
	public OperationResponseBody services() {
		Map<String, ServiceDescriptor> described = new LinkedHashMap<>();
		this.services.get().forEach((name, root) -> described.put(name, describe(root.orElse(null), null)));
		return new ServicesDescriptor(described);
	}

	/**
	 * Return one service.
	 * @param service the name of the service
	 * @param url a URL whose stored responses are included, absolute or relative to the
	 * root, or {@code null}
	 * @return the service, in JSON {@code state}, {@code url} and {@code cache}, or
	 * {@code null} if there is none with that name
	 */
	@ReadOperation
	@RegisterReflectionForBinding(ServiceDescriptor.class)
	public @Nullable OperationResponseBody service(@Selector String service, @Nullable String url) {
		Optional<ServiceRoot> root = this.services.get().get(service);
		return (root != null) ? describe(root.orElse(null), url) : null;
	}

	/**
	 * Return the resource types of a service, or its most recently stored responses.
	 * @param service the name of the service
	 * @param view {@code types} or {@code stored}
	 * @return the types, in JSON {@code state} and {@code types}, or the responses, in
	 * JSON {@code stored}; {@code null} if there is no such service or view
	 */
	@ReadOperation
	@RegisterReflectionForBinding({ TypesDescriptor.class, StoredDescriptor.class })
	public @Nullable OperationResponseBody view(@Selector String service, @Selector String view) {
		Optional<ServiceRoot> root = this.services.get().get(service);
		if (root == null) {
			return null;
		}
		return switch (view) {
			case "types" -> TypesDescriptor.of(root.orElse(null));
			case "stored" -> root.map((created) -> StoredDescriptor.of(created.cache()))
				.orElseGet(() -> new StoredDescriptor(List.of()));
			default -> null;
		};
	}

	/**
	 * Return one resource type of a service.
	 * @param service the name of the service
	 * @param view {@code types}
	 * @param id the id of the type
	 * @return the type; {@code state} and empty {@code types} if the description has not
	 * been fetched; {@code null} if there is no such service, view or type
	 */
	@ReadOperation
	@RegisterReflectionForBinding({ TypesDescriptor.class, TypeDescriptor.class })
	public @Nullable OperationResponseBody type(@Selector String service, @Selector String view, @Selector String id) {
		Optional<ServiceRoot> root = this.services.get().get(service);
		if (root == null || !view.equals("types")) {
			return null;
		}
		return root.filter(ServiceRoot::isFetched).isEmpty() ? TypesDescriptor.of(root.orElse(null))
				: root.get()
					.types()
					.stream()
					.filter((type) -> type.id().equals(id))
					.findFirst()
					.map(TypeDescriptor::of)
					.orElse(null);
	}

	/**
	 * Remove the stored responses of all services.
	 * @param all {@code true}
	 * @return {@code null} in JSON {@code removed}, since they are not counted
	 * @throws InvalidEndpointRequestException if {@code all} is not {@code true}
	 */
	@DeleteOperation
	@RegisterReflectionForBinding(RemovalDescriptor.class)
	public OperationResponseBody clear(@Nullable Boolean all) {
		EndpointProblem.requireSelector("Expected 'all=true'", true, Boolean.TRUE.equals(all));
		this.services.get().values().forEach((root) -> root.ifPresent((created) -> created.cache().clear()));
		return new RemovalDescriptor(null);
	}

	/**
	 * Remove stored responses of one service. Services with the same cache directory
	 * share their responses.
	 * @param service the name of the service
	 * @param url the URL whose responses are removed, absolute or relative to the root,
	 * or {@code null}
	 * @param all {@code true} to clear the cache of the service
	 * @return the number of removed responses, in JSON {@code removed}
	 * @throws InvalidEndpointRequestException if there is no service with that name, the
	 * URL is invalid, or not exactly one of {@code url} and {@code all} is set
	 */
	@DeleteOperation
	@RegisterReflectionForBinding(RemovalDescriptor.class)
	public OperationResponseBody remove(@Selector String service, @Nullable String url, @Nullable Boolean all) {
		Optional<ServiceRoot> known = this.services.get().get(service);
		if (known == null) {
			// For a delete operation, null would be reported as success.
			throw new InvalidEndpointRequestException("No service with the name '" + service + "'",
					"No service with this name");
		}
		EndpointProblem.requireSelector("Expected 'url' or 'all=true'", true, url != null, Boolean.TRUE.equals(all));
		if (known.isEmpty()) {
			return new RemovalDescriptor(0L);
		}
		ServiceRoot root = known.get();
		return RemovalDescriptor.of(root.cache(), resolve(root, url));
	}

	private static ServiceDescriptor describe(@Nullable ServiceRoot root, @Nullable String url) {
		if (root == null) {
			return new ServiceDescriptor(State.of(null), null, null);
		}
		return new ServiceDescriptor(State.of(root), root.uri().toString(),
				CacheDescriptor.of(root.cache(), resolve(root, url)));
	}

	private static @Nullable URI resolve(ServiceRoot root, @Nullable String url) {
		return EndpointProblem.url("url", url, root.uri()::resolve,
				"a URL, absolute or relative to the root of the service");
	}

	/**
	 * What the application has of the root of a service.
	 */
	enum State {

		/**
		 * The description and the root have been fetched.
		 */
		FETCHED,

		/**
		 * They have not been fetched yet: nothing has used the service, or it was not
		 * available.
		 */
		NOT_FETCHED,

		/**
		 * The bean has not been created yet.
		 */
		NOT_CREATED;

		static State of(@Nullable ServiceRoot root) {
			return (root == null) ? NOT_CREATED : root.isFetched() ? FETCHED : NOT_FETCHED;
		}

	}

	/**
	 * Description of the services of an application.
	 *
	 * @param services the services by name
	 */
	record ServicesDescriptor(Map<String, ServiceDescriptor> services) implements OperationResponseBody {

	}

	/**
	 * Description of a service.
	 *
	 * @param state whether its root is fetched
	 * @param url the URL of its root, {@code null} if the root has not been created
	 * @param cache its cache, {@code null} if the root has not been created
	 */
	record ServiceDescriptor(State state, @Nullable String url,
			@Nullable CacheDescriptor cache) implements OperationResponseBody {

	}

	/**
	 * Description of the resource types of a service.
	 *
	 * @param state whether the description of the service is fetched
	 * @param types the types in the order of the description, none if it is not fetched
	 */
	record TypesDescriptor(State state, List<TypeSummary> types) implements OperationResponseBody {

		static TypesDescriptor of(@Nullable ServiceRoot root) {
			return new TypesDescriptor(State.of(root), (root != null && root.isFetched())
					? root.types().stream().map(TypeSummary::of).toList() : List.of());
		}

		/**
		 * Summary of a resource type.
		 *
		 * @param id the id
		 * @param collection whether resources of the type are collections
		 * @param attributes the number of attributes
		 * @param links the number of links to entries, files and collections
		 * @param operations the number of named operations
		 */
		record TypeSummary(String id, boolean collection, int attributes, int links, int operations) {

			private static TypeSummary of(TypeDescription type) {
				return new TypeSummary(type.id(), type.isCollection(), type.attributes().size(), type.links().size(),
						type.operations().size());
			}

		}

	}

	/**
	 * {@link HyperClientEndpoint} over HTTP: an invalid URL is a 400 with problem
	 * details, as is the removal of responses of an unknown service. Thread-safe.
	 *
	 * @param endpoint the endpoint
	 */
	@EndpointWebExtension(endpoint = HyperClientEndpoint.class)
	record WebExtension(HyperClientEndpoint endpoint) {

		/**
		 * Return one service.
		 * @param service the name of the service
		 * @param url a URL whose stored responses are included, absolute or relative to
		 * the root, or {@code null}
		 * @return the service, the reason of a 400, or a 404
		 */
		@ReadOperation
		@RegisterReflectionForBinding(EndpointProblem.class)
		public WebEndpointResponse<Object> service(@Selector String service, @Nullable String url) {
			return EndpointProblem.respond(() -> this.endpoint.service(service, url));
		}

		/**
		 * Remove the stored responses of all services.
		 * @param all {@code true}
		 * @return {@code null} as the number of removed responses, or the reason of a 400
		 */
		@DeleteOperation
		public WebEndpointResponse<Object> clear(@Nullable Boolean all) {
			return EndpointProblem.respond(() -> this.endpoint.clear(all));
		}

		/**
		 * Remove stored responses of one service.
		 * @param service the name of the service
		 * @param url the URL whose responses are removed, absolute or relative to the
		 * root, or {@code null}
		 * @param all {@code true} to clear the cache of the service
		 * @return the number of removed responses, or the reason of a 400
		 */
		@DeleteOperation
		public WebEndpointResponse<Object> remove(@Selector String service, @Nullable String url,
				@Nullable Boolean all) {
			return EndpointProblem.respond(() -> this.endpoint.remove(service, url, all));
		}

	}

	/**
	 * Description of a resource type. Documentation is plain text of the service.
	 *
	 * @param id the id
	 * @param collection whether resources of the type are collections
	 * @param entryType the id of the type of the entries of a collection, {@code null} if
	 * this is no collection or the type is not described
	 * @param documentation the documentation, {@code null} if there is none
	 * @param attributes the attributes
	 * @param links the links to entries, files and collections
	 * @param operations the named operations
	 */
	record TypeDescriptor(String id, boolean collection, @Nullable String entryType, @Nullable String documentation,
			List<AttributeDescriptor> attributes, List<LinkDescriptor> links,
			List<OperationDescriptor> operations) implements OperationResponseBody {

		static TypeDescriptor of(TypeDescription type) {
			return new TypeDescriptor(type.id(), type.isCollection(),
					type.entryType().map(TypeDescription::id).orElse(null), type.documentation().orElse(null),
					type.attributes().stream().map(AttributeDescriptor::of).toList(),
					type.links().stream().map(LinkDescriptor::of).toList(),
					type.operations().stream().map(OperationDescriptor::of).toList());
		}

		private static String lowerCase(Enum<?> constant) {
			return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

		/**
		 * Description of an attribute.
		 *
		 * @param name the name
		 * @param type {@code any}, {@code date}, {@code date-time} or {@code file}:
		 * descriptions do not distinguish other types
		 * @param required whether the attribute is always present; it may be null
		 * @param writable whether the service accepts a new value
		 * @param options the allowed values, empty if any value is allowed
		 * @param documentation the documentation, {@code null} if there is none
		 */
		record AttributeDescriptor(String name, String type, boolean required, boolean writable, List<String> options,
				@Nullable String documentation) {

			private static AttributeDescriptor of(ValueDescription attribute) {
				return new AttributeDescriptor(attribute.name(), lowerCase(attribute.type()), attribute.isRequired(),
						attribute.isWritable(), attribute.options(), attribute.documentation().orElse(null));
			}

		}

		/**
		 * Description of a parameter of an operation.
		 *
		 * @param name the name
		 * @param type as in an {@link AttributeDescriptor}
		 * @param required whether a value must be given
		 * @param options the allowed values, empty if any value is allowed
		 * @param documentation the documentation, {@code null} if there is none
		 */
		record ParameterDescriptor(String name, String type, boolean required, List<String> options,
				@Nullable String documentation) {

			private static ParameterDescriptor of(ValueDescription parameter) {
				return new ParameterDescriptor(parameter.name(), lowerCase(parameter.type()), parameter.isRequired(),
						parameter.options(), parameter.documentation().orElse(null));
			}

		}

		/**
		 * Description of a link.
		 *
		 * @param name the name
		 * @param kind {@code entry}, {@code collection} or {@code file}
		 * @param type the id of the type of the linked resource, {@code null} if it is
		 * not described
		 * @param writable whether the service accepts a new link
		 * @param documentation the documentation, {@code null} if there is none
		 */
		record LinkDescriptor(String name, String kind, @Nullable String type, boolean writable,
				@Nullable String documentation) {

			private static LinkDescriptor of(LinkDescription link) {
				return new LinkDescriptor(link.name(), lowerCase(link.kind()),
						link.type().map(TypeDescription::id).orElse(null), link.isWritable(),
						link.documentation().orElse(null));
			}

		}

		/**
		 * Description of a named operation.
		 *
		 * @param name the name
		 * @param method the HTTP method
		 * @param creates the id of the type of the resource that the operation creates,
		 * {@code null} if it creates none
		 * @param documentation the documentation, {@code null} if there is none
		 * @param parameters the parameters
		 */
		record OperationDescriptor(String name, String method, @Nullable String creates, @Nullable String documentation,
				List<ParameterDescriptor> parameters) {

			private static OperationDescriptor of(OperationDescription operation) {
				return new OperationDescriptor(operation.name(), operation.isWrite() ? "POST" : "GET",
						operation.resultType()
							.filter((type) -> operation.creates())
							.map(TypeDescription::id)
							.orElse(null),
						operation.documentation().orElse(null),
						operation.parameters().stream().map(ParameterDescriptor::of).toList());
			}

		}

	}

}
