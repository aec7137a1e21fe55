package dev.hyperclient.endpoint;

import java.util.List;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.wadl.ResourceType;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * Description of the resource types of a service.
 *
 * @param state whether the description of the service is fetched
 * @param types the types in the order of the description, none if it is not fetched
 */
public record TypesDescriptor(HyperClientEndpoint.State state,
		List<TypeSummary> types) implements OperationResponseBody {

	static TypesDescriptor of(@Nullable ServiceRoot root) {
		return new TypesDescriptor(HyperClientEndpoint.State.of(root), (root != null && root.isFetched())
				? root.description().resourceTypes().stream().map(TypeSummary::of).toList() : List.of());
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
	public record TypeSummary(String id, boolean collection, int attributes, int links, int operations) {

		private static TypeSummary of(ResourceType type) {
			return new TypeSummary(type.id(), type.isCollection(), type.svcAttributes().size(),
					type.svcEntries().size() + type.svcCollections().size(), type.operationNames().size());
		}

	}

}
