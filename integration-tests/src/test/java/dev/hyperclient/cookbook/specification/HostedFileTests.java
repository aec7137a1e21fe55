package dev.hyperclient.cookbook.specification;

import java.io.IOException;

import dev.hyperclient.FileContent;
import dev.hyperclient.HostedFile;
import dev.hyperclient.error.NotFound;
import org.junit.jupiter.api.Test;

import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.MediaType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Hosted files of the cookbook service.
 */
class HostedFileTests extends CookbookServiceTestBase {

	private static final byte[] PICTURE = { 0, (byte) 0xE2, (byte) 0xE3 };

	private HostedFile cover() {
		return this.root.collection("cookbooks").get("Everyday Greens").file("cover");
	}

	@Test
	void coverIsWrittenReadReplacedAndDeleted() throws IOException {
		HostedFile cover = cover();
		forgetRequests();
		assertThatExceptionOfType(NotFound.class).isThrownBy(cover::open);
		cover.write(new ByteArrayResource(PICTURE), MediaType.IMAGE_JPEG, "cover \"1\".jpg");
		try (FileContent content = cover.open()) {
			assertThat(content.contentType()).contains(MediaType.IMAGE_JPEG);
			assertThat(content.fileName()).isEqualTo("0");
			assertThat(content.lastModified()).isPresent();
			assertThat(content.headers().getFirst("Content-Disposition"))
				.isEqualTo("attachment; filename=\"cover \\\"1\\\".jpg\"");
			assertThat(content.stream().readAllBytes()).isEqualTo(PICTURE);
		}
		cover.write(new ByteArrayResource("text".getBytes()), MediaType.TEXT_PLAIN, "cover.txt");
		try (FileContent content = cover.open()) {
			assertThat(content.fileName()).isEqualTo("1");
			assertThat(content.stream()).hasContent("text");
		}
		cover.delete();
		assertThatExceptionOfType(NotFound.class).isThrownBy(cover::open);
		String path = "/1.0/cookbooks/Everyday%20Greens/cover";
		assertThat(requests()).containsExactly("GET " + path + " 404", "PUT " + path + " 200", "GET " + path + " 303",
				"GET /devel/filemanager/0 200", "PUT " + path + " 200", "GET " + path + " 303",
				"GET /devel/filemanager/1 200", "DELETE " + path + " 200", "GET " + path + " 404");
	}

}
