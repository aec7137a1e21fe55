package dev.hyperclient.cookbook.specification;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import dev.hyperclient.Entry;
import dev.hyperclient.FileArgument;
import dev.hyperclient.NamedOperation;
import dev.hyperclient.Notification;
import dev.hyperclient.OperationResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.http.MediaType;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The named operations of the cookbook service.
 */
class OperationTests extends CookbookServiceTestBase {

	private static final byte[] COVER = { 0x00, (byte) 0xe2, (byte) 0xe3, '\r', '\n', '-', '-', 0x00 };

	@ParameterizedTest
	@ValueSource(strings = { "null", "4.56", "\"foo\"", "true", "[x]", "caf\u00e9 \u2603 \ud83d\ude00" })
	void textArgumentStaysText(String name) {
		assertThat(CookbookCreation.create(this.root, name).getString("name")).isEqualTo(name);
	}

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
	void fileArgumentIsReadFromPath(@TempDir Path directory) throws IOException {
		Path file = Files.write(directory.resolve("cover.png"), COVER);
		Entry cookbook = this.root.collection("cookbooks").getReference("Everyday Greens");
		NamedOperation replace = cookbook.operation("replace_cover").with("cover", file);
		replace.invoke();
		assertThat(cover()).isEqualTo(COVER);
		Files.writeString(file, "other");
		replace.with("cover", FileArgument.of(file).withFileName("a\"b\r\nc.png").withContentType(MediaType.IMAGE_PNG))
			.invoke();
		assertThat(new String(cover(), StandardCharsets.UTF_8)).isEqualTo("other");
		Files.delete(file);
		forgetRequests();
		assertThatIllegalArgumentException().isThrownBy(replace::invoke)
			.withMessageContaining("'cover' of 'replace_cover'")
			.withMessageContaining("cover.png");
		assertThat(requests()).isEmpty();
	}

	@Test
	void invalidFileArgumentIsRejected() {
		NamedOperation replace = this.root.collection("cookbooks")
			.getReference("Everyday Greens")
			.operation("replace_cover");
		assertThatIllegalArgumentException().isThrownBy(() -> replace.with("cover", "text"))
			.withMessageEndingWith("'replace_cover' takes: cover (required)");
		assertThatIllegalArgumentException().isThrownBy(() -> replace.with("cover", null));
		assertThatIllegalArgumentException().isThrownBy(replace::invoke)
			.withMessage("No value for required parameter 'cover'; 'replace_cover' takes: cover (required)");
		assertThat(requests()).isEmpty();
	}

	@Test
	void invalidArgumentIsRejectedBeforeRequest() {
		NamedOperation create = this.root.collection("cookbooks").operation("create");
		String takes = "; 'create' takes: name (required), description, cuisine, copyright_date (required), last_printing (required), price (required)";
		String off = ". If the service accepts it, set 'checkValues' to false";
		assertThatIllegalArgumentException().isThrownBy(() -> create.with("zzz", 1))
			.withMessage("Unrecognized parameter(s): 'zzz'" + takes);
		assertThatIllegalArgumentException().isThrownBy(create::invoke)
			.withMessage("No value for required parameter 'name'" + takes);
		assertThatIllegalArgumentException().isThrownBy(() -> create.with("ws.op", "delete"))
			.withMessage("Value 'delete' for parameter 'ws.op' conflicts with fixed value 'create'" + takes);
		assertThatIllegalArgumentException().isThrownBy(() -> create.with("cuisine", "Nope"))
			.withMessage(
					"Invalid value 'Nope' for parameter 'cuisine': valid values are: \"General\", \"Vegetarian\", \"American\", \"Dessert\", \"Française\""
							+ takes + off);
		assertThatIllegalArgumentException().isThrownBy(() -> create.with("copyright_date", 1994))
			.withMessage("Invalid value '1994' for parameter 'copyright_date': it is not a date" + takes + off);
		assertThatIllegalArgumentException().isThrownBy(() -> create.with("name", new Object()))
			.withMessageStartingWith("Invalid value for parameter 'name': a java.lang.Object cannot be sent")
			.withMessageEndingWith(takes);
		assertThatIllegalArgumentException().isThrownBy(() -> create.with("name", Map.of("a", Float.NaN)));
		assertThat(requests()).isEmpty();
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
