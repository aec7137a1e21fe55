package dev.hyperclient.cookbook.service;

import java.util.List;
import java.util.regex.Pattern;

import dev.hyperclient.cookbook.service.security.Caller;

/**
 * Finds the resource at an address.
 *
 * @param version the version of the service
 * @param library the library
 * @param caller who asks
 */
record Router(ServiceVersion version, Library library, Caller caller) {

	private static final Pattern FILE_NUMBER = Pattern.compile("0|[1-9][0-9]{0,8}");

	Resource find(ResourcePath path) {
		List<String> names = path.segments();
		String first = names.isEmpty() ? "" : names.get(0);
		if (names.isEmpty() || (names.size() == 1 && first.isEmpty())) {
			return new RootResource(this.version);
		}
		if (path.equals(ServiceDescription.featuredPath())) {
			return new FeaturedResource();
		}
		if (names.size() == 2 && first.equals("filemanager")) {
			return file(names.get(1));
		}
		TypeDescription<?> type = ServiceDescription.typeWithPlural(first)
			.orElseThrow(() -> RequestRefusedException.notFound("service", first));
		return switch (names.size()) {
			case 1 -> CollectionResource.topLevel(type, this.library);
			case 2 -> entry(type, names.get(1));
			case 3 -> below(entry(type, names.get(1)).entry(), names.get(2));
			default -> throw RequestRefusedException.notFound(first, names.get(3));
		};
	}

	private <E> EntryResource<E> entry(TypeDescription<E> type, String key) {
		E entry = type.access()
			.find(this.library, key)
			.orElseThrow(() -> RequestRefusedException.notFound(type.plural(), key));
		if (!type.access().isVisible(entry, this.caller)) {
			throw RequestRefusedException.unauthorized("You may not see this " + type.name() + ".");
		}
		return new EntryResource<>(type, entry);
	}

	private Resource file(String number) {
		if (!FILE_NUMBER.matcher(number).matches()) {
			throw RequestRefusedException.notFound("filemanager", number);
		}
		return this.library.files()
			.find(Integer.parseInt(number))
			.map(FileResource::new)
			.orElseThrow(() -> RequestRefusedException.notFound("filemanager", number));
	}

	private Resource below(Object entry, String name) {
		if (entry instanceof Cookbook cookbook && name.equals("recipes")) {
			return CollectionResource.scoped(RecipeType.DESCRIPTION,
					this.library.recipes().ofCookbook(cookbook.number()));
		}
		if (entry instanceof Dish dish && name.equals("recipes")) {
			return CollectionResource.scoped(RecipeType.DESCRIPTION, this.library.recipes().ofDish(dish.number()));
		}
		if (entry instanceof Cookbook cookbook && name.equals("cover")) {
			return new CoverResource(cookbook);
		}
		if (entry instanceof Recipe && name.equals("prepared_image")) {
			return new PreparedImageResource();
		}
		throw RequestRefusedException.notFound(ServiceDescription.typeNameOf(entry), name);
	}

}
