package dev.hyperclient.token;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.error.CredentialsFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link FileTokenStore}.
 */
class FileTokenStoreTests {

	private static final URI LAUNCHPAD = URI.create("https://api.launchpad.net/");

	private static final Consumer CONSUMER = Consumer.of("consumer");

	private static final AccessToken TOKEN = new AccessToken("token", "s3cret");

	@TempDir
	Path temporary;

	@Test
	void tokenIsReadByANewStore() {
		store().save(LAUNCHPAD, CONSUMER, TOKEN);
		assertThat(store().find(LAUNCHPAD, CONSUMER)).contains(TOKEN);
		store().save(LAUNCHPAD, CONSUMER, AccessToken.anonymous());
		assertThat(store().find(LAUNCHPAD, CONSUMER)).contains(AccessToken.anonymous());
		store().remove(LAUNCHPAD, CONSUMER);
		store().remove(LAUNCHPAD, CONSUMER);
		assertThat(store().find(LAUNCHPAD, CONSUMER)).isEmpty();
	}

	@Test
	void directoryIsCreatedWithTheFirstToken() {
		assertThat(store().find(LAUNCHPAD, CONSUMER)).isEmpty();
		store().remove(LAUNCHPAD, CONSUMER);
		assertThat(directory()).doesNotExist();
	}

	@Test
	void tokensOfConsumersAndServicesAreSeparate() {
		List<Consumer> consumers = Stream
			.of("consumer", "Consumer", "consumer@https", "../consumer", "co/nsumer", "%2e", "caf\u00e9", "cafe\u0301",
					"x".repeat(5000), "CON")
			.map(Consumer::of)
			.toList();
		List<URI> services = Stream
			.of("https://api.launchpad.net/", "https://api.launchpad.net/devel/", "http://api.launchpad.net/",
					"https://api.launchpad.net:8443/", "https://api.launchpad.net/Devel/")
			.map(URI::create)
			.toList();
		for (Consumer consumer : consumers) {
			services.forEach((service) -> store().save(service, consumer, token(service, consumer)));
		}
		for (Consumer consumer : consumers) {
			assertThat(services).allSatisfy(
					(service) -> assertThat(store().find(service, consumer)).contains(token(service, consumer)));
		}
		assertThat(files()).hasSize(consumers.size() * services.size());
	}

	@ParameterizedTest
	@ValueSource(
			strings = { "https://api.launchpad.net", "HTTPS://API.Launchpad.net/", "https://api.launchpad.net:443/" })
	void equivalentUrlsHaveTheSameToken(String spelling) {
		store().save(LAUNCHPAD, CONSUMER, TOKEN);
		assertThat(store().find(URI.create(spelling), CONSUMER)).contains(TOKEN);
	}

	@Test
	void fileOfAnotherServiceIsRejected() throws IOException {
		store().save(LAUNCHPAD, CONSUMER, TOKEN);
		Path mine = theFile();
		for (String change : List.of("consumer_key = other", "service_root = https://example.com/")) {
			String key = change.substring(0, change.indexOf(' '));
			List<String> lines = Files.readAllLines(mine)
				.stream()
				.map((line) -> line.startsWith(key) ? change : line)
				.toList();
			Path changed = Files.write(this.temporary.resolve("changed"), lines);
			Files.move(changed, mine, StandardCopyOption.REPLACE_EXISTING);
			assertRefused("is for another application or another service");
			store().save(LAUNCHPAD, CONSUMER, TOKEN);
		}
	}

	@Test
	void symbolicLinksAreNotFollowed() throws IOException {
		store().save(LAUNCHPAD, CONSUMER, TOKEN);
		Path link = theFile();
		Path elsewhere = Files.move(link, this.temporary.resolve("elsewhere"));
		String before = Files.readString(elsewhere);
		Files.createSymbolicLink(link, elsewhere);
		assertRefused("it is a symbolic link");
		store().save(LAUNCHPAD, CONSUMER, new AccessToken("new", "other"));
		assertThat(Files.isSymbolicLink(link)).isFalse();
		assertThat(elsewhere).hasContent(before);
		Files.delete(link);
		Files.createSymbolicLink(link, elsewhere);
		store().remove(LAUNCHPAD, CONSUMER);
		assertThat(link).doesNotExist();
		assertThat(elsewhere).hasContent(before);
	}

	@Test
	void readersSeeCompleteFilesDuringWrites() {
		store().save(LAUNCHPAD, CONSUMER, new AccessToken("0", "0"));
		List<AccessToken> seen = IntStream.range(0, 400).parallel().mapToObj((i) -> {
			if (i % 4 == 0) {
				String text = Integer.toString(i).repeat(1000);
				store().save(LAUNCHPAD, CONSUMER, new AccessToken(text, text));
			}
			return store().find(LAUNCHPAD, CONSUMER).orElseThrow();
		}).toList();
		assertThat(seen).allSatisfy((token) -> assertThat(token.key()).isEqualTo(token.secret()));
		assertThat(files()).hasSize(1);
	}

	@Test
	void invalidServiceUrlIsRejected() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> store().save(URI.create("https://me:pass@example.com/"), CONSUMER, TOKEN))
			.withMessageContaining("'serviceRoot'")
			.withMessageNotContaining("pass@");
	}

	@Test
	void toStringIsTheDirectoryOnly() {
		store().save(LAUNCHPAD, CONSUMER, TOKEN);
		assertThat(store()).hasToString(directory().toString());
		assertThat(theFile().getFileName().toString()).doesNotContain("token", "s3cret");
	}

	private void assertRefused(String why) {
		assertThatExceptionOfType(CredentialsFileException.class).isThrownBy(() -> store().find(LAUNCHPAD, CONSUMER))
			.withMessageContaining(directory().toString())
			.withMessageContaining(why)
			.withMessageNotContaining("s3cret");
	}

	private static AccessToken token(URI service, Consumer consumer) {
		return new AccessToken(consumer.key() + "&" + service, "s3cret");
	}

	private FileTokenStore store() {
		return new FileTokenStore(directory());
	}

	private Path directory() {
		return this.temporary.resolve("tokens");
	}

	private List<Path> files() {
		try (Stream<Path> files = Files.list(directory())) {
			return files.toList();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private Path theFile() {
		assertThat(files()).hasSize(1);
		return files().get(0);
	}

}
