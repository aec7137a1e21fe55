package dev.hyperclient.cookbook.service;

import java.util.List;
import java.util.Optional;

/**
 * An entry type and its top-level collection. The WADL document, the representations and
 * the checks of what clients send all follow from it.
 *
 * @param name the name of one entry
 * @param plural the name of the collection
 * @param summary what to tell people about an entry
 * @param fields the fields in the order of the description
 * @param collectionOperations what can be asked of the collection
 * @param operations what can be asked of an entry
 * @param deletable whether entries can be deleted
 * @param access how entries are found and put back
 * @param <E> what is stored for an entry
 */
record TypeDescription<E>(String name, String plural, String summary, List<FieldDescription<E>> fields,
		List<OperationDescription<Library>> collectionOperations, List<OperationDescription<E>> operations,
		boolean deletable, EntryAccess<E> access) {

	ResourcePath pathOf(E entry) {
		return ResourcePath.of(this.plural, this.access.keyOf(entry));
	}

	Optional<FieldDescription<E>> fieldWithKey(String key) {
		return this.fields.stream().filter((field) -> field.key().equals(key)).findFirst();
	}

	String pageType() {
		return this.name + "-page-resource";
	}

}
