package dev.hyperclient.testservice;

import java.util.List;
import java.util.regex.Pattern;

import dev.hyperclient.testservice.OutgoingResponse.Status;
import dev.hyperclient.testservice.ServiceDefinition.EntryLink;

/**
 * Finds the resource of a request.
 *
 * @param definition the declaration of the service
 * @param data the data at the time of the request
 * @param request the request
 * @param <D> the data of the service
 */
record ResourceRouter<D>(ServiceDefinition<D> definition, D data, IncomingRequest request) {

	private static final Pattern FILE_NUMBER = Pattern.compile("0|[1-9][0-9]{0,8}");

	ResourceHandler<D> find() {
		List<String> segments = this.request.path().segments();
		String first = segments.isEmpty() ? "" : segments.get(0);
		if (segments.isEmpty() || (segments.size() == 1 && first.isEmpty())) {
			return new RootResource<>(this.definition);
		}
		for (EntryLink<D, ?> link : this.definition.links()) {
			if (this.request.path().equals(link.path())) {
				return redirect(link);
			}
		}
		if (segments.size() == 2 && first.equals(HostedFileResource.FILES)) {
			return file(segments.get(1));
		}
		EntryType<D, ?> type = this.definition.typeWithPlural(first)
			.orElseThrow(() -> RequestRefusedException.notFound("service", first));
		return switch (segments.size()) {
			case 1 -> CollectionResource.topLevel(this.definition, type, this.data);
			case 2 -> entry(type, segments.get(1));
			case 3 -> below(entry(type, segments.get(1)), segments.get(2));
			default -> throw RequestRefusedException.notFound(first, segments.get(3));
		};
	}

	private <E> EntryResource<D, E> entry(EntryType<D, E> type, String key) {
		E entry = type.store()
			.find(this.data, key)
			.orElseThrow(() -> RequestRefusedException.notFound(type.plural(), key));
		if (!type.store().isVisible(entry, this.request.caller())) {
			throw RequestRefusedException.with(Status.UNAUTHORIZED, "You may not see this " + type.name() + ".");
		}
		return new EntryResource<>(this.definition, type, entry);
	}

	private ResourceHandler<D> file(String number) {
		if (!FILE_NUMBER.matcher(number).matches()) {
			throw RequestRefusedException.notFound(HostedFileResource.FILES, number);
		}
		return this.definition.files(this.data)
			.find(Integer.parseInt(number))
			.<ResourceHandler<D>>map(HostedFileResource.Content::new)
			.orElseThrow(() -> RequestRefusedException.notFound(HostedFileResource.FILES, number));
	}

	private <E> ResourceHandler<D> below(EntryResource<D, E> parent, String name) {
		EntryType<D, E> type = parent.type();
		Attribute<D, E> attribute = type.attributeNamed(name)
			.orElseThrow(() -> RequestRefusedException.notFound(type.name(), name));
		return switch (attribute.kind()) {
			case COLLECTION -> CollectionResource.scoped(this.definition, parent, attribute, this.data);
			case FILE -> new HostedFileResource<>(type, parent.entry(), attribute);
			default -> throw RequestRefusedException.notFound(type.name(), name);
		};
	}

	/**
	 * Redirect to the entry. The query is kept, because clients invoke operations on the
	 * URL that they know.
	 */
	private static <D> ResourceHandler<D> redirect(EntryLink<D, ?> link) {
		return (request, data) -> {
			request.requireMethod("GET");
			String query = request.rawQuery().isEmpty() ? "" : "?" + request.rawQuery();
			return new ResourceHandler.Outcome<>(data, OutgoingResponse.located(Status.MOVED_PERMANENTLY,
					request.uris().to(link.targetPath(data)) + query));
		};
	}

}
