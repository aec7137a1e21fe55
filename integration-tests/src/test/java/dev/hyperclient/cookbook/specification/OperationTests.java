package dev.hyperclient.cookbook.specification;

import java.net.URI;

import dev.hyperclient.Entry;
import dev.hyperclient.NamedOperation;
import dev.hyperclient.Notification;
import dev.hyperclient.OperationResult;
import org.junit.jupiter.api.Test;

import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The named operations of the cookbook service.
 */
class OperationTests extends CookbookServiceTestBase {

	private static final byte[] COVER = { 0x00, (byte) 0xe2, (byte) 0xe3, '\r', '\n', '-', '-', 0x00 };

	@Test
	void fileArgumentIsSentUnchanged() {
		Entry cookbook = this.root.collection("cookbooks").get("Everyday Greens");
		forgetRequests();
		OperationResult result = cookbook.operation("replace_cover").with("cover", COVER).invoke();
		assertThat(result.content()).isNull();
		assertThat(requests()).containsExactly("POST /1.0/cookbooks/Everyday%20Greens 200");
		assertThat(cover()).isEqualTo(COVER);
	}

	@Test
	void operationThatMovesEntryReportsNotification() {
		Entry cookbook = this.root.collection("cookbooks").get("Everyday Greens");
		cookbook.set("price", 5);
		OperationResult result = cookbook.operation("make_more_interesting").invoke();
		assertThat(result.notifications())
			.containsExactly(new Notification(20, "The name was changed, and the address with it."));
		assertThat(result.entry()).isEqualTo(cookbook);
		assertThat(cookbook.getString("name")).isEqualTo("The New Everyday Greens");
		assertThat(cookbook.changes()).containsKey("price");
	}

	@Test
	void entryOfRootIsSentWithItsOwnUrl() {
		NamedOperation find = this.root.collection("cookbooks")
			.getReference("The Joy of Cooking")
			.operation("find_recipe_for");
		Entry dish = this.root.collection("dishes").at(1);
		forgetRequests();
		assertThat(find.with("dish", dish).invoke().entry().getLong("id")).isEqualTo(4);
		assertThat(requests()).containsExactly("GET /1.0/cookbooks/The%20Joy%20of%20Cooking?dish=%22http%3A%2F%2F"
				+ url("").substring(7, url("").length() - 1).replace(":", "%3A")
				+ "%2F1.0%2Fdishes%2FBaked%2520beans%22&ws.op=find_recipe_for 200");
	}

	private byte[] cover() {
		return RestClient.create()
			.get()
			.uri(URI.create(url("1.0/cookbooks/Everyday%20Greens/cover")))
			.exchange((request, response) -> {
				String location = response.getHeaders().getFirst("Location");
				return (location != null)
						? RestClient.create().get().uri(URI.create(location)).retrieve().body(byte[].class)
						: response.getBody().readAllBytes();
			});
	}

}
