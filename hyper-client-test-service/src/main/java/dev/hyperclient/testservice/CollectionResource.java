package dev.hyperclient.testservice;

import java.util.List;
import java.util.Objects;

import dev.hyperclient.testservice.OutgoingResponse.Status;

/**
 * A collection of entries.
 *
 * @param definition the declaration of the service
 * @param type the type of the entries
 * @param entries the entries
 * @param resourceType the WADL id of the collection's type
 * @param operations the named operations of the collection
 * @param <D> the data of the service
 * @param <E> the stored entry
 */
record CollectionResource<D, E>(ServiceDefinition<D> definition, EntryType<D, E> type, EntryList<E> entries,
		String resourceType, List<OperationDefinition<D, D>> operations) implements ResourceHandler<D> {

	static <D, E> CollectionResource<D, E> topLevel(ServiceDefinition<D> definition, EntryType<D, E> type, D data) {
		return new CollectionResource<>(definition, type, type.store().list(data), type.plural(),
				type.collectionOperations());
	}

	@SuppressWarnings("unchecked")
	static <D, P> CollectionResource<D, ?> scoped(ServiceDefinition<D> definition, EntryResource<D, P> parent,
			Attribute<D, P> attribute, D data) {
		EntryType<D, Object> type = (EntryType<D, Object>) definition
			.typeNamed(Objects.requireNonNull(attribute.value().target()));
		EntryList<Object> entries = (EntryList<Object>) Objects
			.requireNonNull(attribute.reader().apply(data, parent.entry()));
		return new CollectionResource<>(definition, type, entries, type.pageType(), List.of());
	}

	@Override
	public Outcome<D> handle(IncomingRequest request, D data) {
		OperationInvoker<D, D> invoker = new OperationInvoker<>(this.definition, this.operations, data);
		if (invoker.accepts(request)) {
			return invoker.invoke(request, data);
		}
		if (!request.method().equals("GET")) {
			throw RequestRefusedException.methodNotAllowed(invoker.allowedMethods("GET"));
		}
		String mediaType = ContentNegotiation.choose(request, List.of(OutgoingResponse.JSON, ContentNegotiation.WADL));
		byte[] body = mediaType.equals(ContentNegotiation.WADL)
				? WadlDocument.resourceDocument(request, this.resourceType) : page(request, data);
		return new Outcome<>(data, OutgoingResponse.of(Status.OK, mediaType, body).with("Vary", "Accept"));
	}

	private byte[] page(IncomingRequest request, D data) {
		PageWriter<D> writer = new PageWriter<>(new Representations<>(this.definition, data, request.uris()), request);
		return ServiceJson.bytes(writer.page(this.type, this.entries, this.resourceType));
	}

}
