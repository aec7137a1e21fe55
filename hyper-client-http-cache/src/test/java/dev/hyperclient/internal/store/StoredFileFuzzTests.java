package dev.hyperclient.internal.store;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.hyperclient.cache.store.CacheKey;
import dev.hyperclient.cache.store.StoredResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Any file is read as a response or is absent. The stored inputs are run in each build;
 * with {@code JAZZER_FUZZ=1} in the environment new ones are searched.
 */
class StoredFileFuzzTests {

	private static final CacheKey KEY = new CacheKey("http://cookbooks.dev/1.0/recipes/1", "application/json");

	@FuzzTest(maxDuration = "5m")
	void anyFileIsReadOrAbsent(byte[] file) throws IOException {
		Optional<StoredResponse> read = StoredResponseFormat.read(file, file.length, KEY);
		Optional<StoredResponseFormat.Head> head = StoredResponseFormat.readHead(file, file.length, file.length, KEY);
		StoredResponseFormat.key(file);
		StoredResponseFormat.mediaType(file);
		if (read.isPresent()) {
			StoredResponse response = read.get();
			assertThat(head).isPresent();
			byte[] body = response.body().bytes();
			HeaderLines.Writer written = new HeaderLines.Writer(new byte[1024]);
			if (StoredResponseFormat.append(written, KEY, response, String.valueOf(body.length),
					StoredResponseFormat.checksum(body, 0, body.length))) {
				byte[] again = Arrays.copyOf(written.array(), written.length() + body.length);
				System.arraycopy(body, 0, again, written.length(), body.length);
				StoredResponse reread = StoredResponseFormat.read(again, again.length, KEY).orElseThrow();
				assertThat(reread.status()).isEqualTo(response.status());
				assertThat(reread.varied()).isEqualTo(response.varied());
			}
		}
	}

}
