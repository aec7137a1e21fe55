package dev.hyperclient.token;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

import dev.hyperclient.authorizer.AccessToken;
import dev.hyperclient.error.CredentialsException;
import dev.hyperclient.error.CredentialsFileException;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link CredentialsFile}.
 */
class CredentialsFileTests {

	private static final StoredCredentials CREDENTIALS = new StoredCredentials(new OAuthConsumer("my app", "c=s"),
			new AccessToken("to%ken", "s3cret: #;[%(x)s"));

	private static final String TEXT = """
			[1]
			consumer_key = my app
			consumer_secret = c=s
			access_token = to%%ken
			access_secret = s3cret: #;[%%(x)s

			""";

	@TempDir
	Path directory;

	@Test
	void formatMatchesPythonClients() throws IOException {
		file().write(CREDENTIALS);
		assertThat(path()).hasContent(TEXT);
		assertThat(file().read()).isEqualTo(CREDENTIALS);
	}

	@Test
	void fileIsReadableByOwnerOnly() throws IOException {
		Path nested = this.directory.resolve("made/for/it/credentials");
		new CredentialsFile(nested).write(CREDENTIALS);
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(nested))).isEqualTo("rw-------");
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(nested.getParent())))
			.isEqualTo("rwx------");
	}

	@Test
	void fileReadableByOthersIsReplacedByOwnerOnlyFile() throws IOException {
		Files.writeString(path(), "old");
		Files.setPosixFilePermissions(path(), PosixFilePermissions.fromString("rw-rw-rw-"));
		file().write(CREDENTIALS);
		assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path()))).isEqualTo("rw-------");
		try (Stream<Path> files = Files.list(this.directory)) {
			assertThat(files).containsExactly(path());
		}
	}

	@Test
	void anonymousTokenIsReadBack() {
		StoredCredentials anonymous = new StoredCredentials(OAuthConsumer.of("caf\u00e9"), AccessToken.anonymous());
		file().write(anonymous);
		assertThat(file().read()).isEqualTo(anonymous);
		assertThat(anonymous.authorizer().sendsSecrets()).isFalse();
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
			%%|%
			%|%
			%%%%|%%
			100%|100%
			%(x)s|%(x)s
			a=b|a=b
			""")
	void singleAndDoublePercentSignsAreRead(String written, String read) throws IOException {
		Files.writeString(path(), TEXT.replace("to%%ken", written));
		assertThat(file().read().accessToken().key()).isEqualTo(read);
	}

	@Test
	void handWrittenFileIsRead() throws IOException {
		Files.writeString(path(), """
				; mine
				[other]
				 whatever
				access_token = other
				[1]\r
				# the key
				Consumer_Key: my app\r
				consumer_secret=

				ACCESS_TOKEN   =   token  \r
				access_secret : secret
				application = unknown""");
		assertThat(file().read())
			.isEqualTo(new StoredCredentials(OAuthConsumer.of("my app"), new AccessToken("token", "secret")));
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "s3cret", "[2]\naccess_secret = s3cret\n", "access_secret = s3cret\n[1]\n",
			"[1]\naccess_secret = s3cret\n", "[1]\nconsumer_key = a\nconsumer_secret =\naccess_token = s3cret\n",
			"[1]\nconsumer_key =\nconsumer_secret =\naccess_token = t\naccess_secret = s3cret\n",
			"[1]\nconsumer_key = a\nconsumer_secret =\naccess_token = t\naccess_secret = s3cret\n  s3cret\n",
			"[1]\nconsumer_key = a\nconsumer_secret =\naccess_token = t\naccess_secret = s3cret\naccess_secret = x\n",
			"[1]\nconsumer_key = a\nconsumer_secret =\naccess_token = t\naccess_secret = s3cret\n[1]\n",
			"[1]\nconsumer_key = a\nconsumer_secret =\naccess_token = t\naccess_secret = s3\u0007cret\n",
			"[1]\nconsumer_key = a\nconsumer_secret\n", "[1]\n= s3cret\n", "{\"access_secret\": \"s3cret\"}" })
	void invalidContentIsExplainedAndNotPartOfTheMessage(String content) throws IOException {
		Files.writeString(path(), content);
		assertFileError("does not contain credentials: ");
	}

	@Test
	void invalidLineIsNamed() throws IOException {
		Files.writeString(path(), TEXT.replace("access_token = ", "access_token "));
		assertFileError("line 4 is not valid");
		assertThat(file()).hasToString(path().toString());
	}

	@Test
	void binaryContentIsExplained() throws IOException {
		Files.write(path(), "[1]\nconsumer_key = caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
		assertFileError("not UTF-8 text");
	}

	@Test
	void hugeFileIsRejected() throws IOException {
		Files.writeString(path(), TEXT + "#".repeat(64 * 1024 - TEXT.length()));
		assertThat(file().read()).isEqualTo(CREDENTIALS);
		Files.writeString(path(), TEXT + "#".repeat(64 * 1024 - TEXT.length() + 1));
		assertFileError("cannot be read: it is longer than 65536 bytes");
	}

	@Test
	void directoryIsRejectedWithExplanation() throws IOException {
		assertFileError("does not exist");
		Files.createDirectory(path());
		assertFileError("cannot be read: it is not a regular file");
		assertThatExceptionOfType(CredentialsFileException.class).isThrownBy(() -> file().write(CREDENTIALS))
			.withMessageContaining(path().toString())
			.withMessageContaining("cannot be written: ")
			.withMessageNotContaining("s3cret");
		try (Stream<Path> files = Files.list(this.directory)) {
			assertThat(files).containsExactly(path());
		}
	}

	@Test
	void symbolicLinkIsFollowed() throws IOException {
		Path target = this.directory.resolve("target");
		Files.writeString(target, TEXT);
		Files.createSymbolicLink(path(), target);
		assertThat(file().read()).isEqualTo(CREDENTIALS);
	}

	@ParameterizedTest
	@ValueSource(strings = { " key", "key ", "\u00a0key", "key\u2028", "k\ney", "k\u0000ey", "k\u0085ey" })
	void valueThatCannotBeStoredIsRejected(String text) {
		assertThatIllegalArgumentException().isThrownBy(() -> new OAuthConsumer(text, ""))
			.withMessage("'key' must have neither control characters nor leading or trailing blanks");
		assertThatIllegalArgumentException().isThrownBy(() -> new OAuthConsumer("key", text));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new StoredCredentials(OAuthConsumer.of("key"), new AccessToken("k", text)));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new StoredCredentials(OAuthConsumer.of("key"), new AccessToken(text, "s")));
	}

	private void assertFileError(String what) {
		assertThatExceptionOfType(CredentialsFileException.class).isThrownBy(() -> file().read())
			.isInstanceOf(CredentialsException.class)
			.withMessageContaining("'" + path() + "' ")
			.withMessageContaining(what)
			.satisfies((ex) -> assertThat(ex.uri().getPath()).startsWith(path().toString()))
			.satisfies((ex) -> assertThat(Throwables.getStackTrace(ex)).doesNotContain("s3cret", "s3\u0007cret"));
	}

	private Path path() {
		return this.directory.resolve("credentials");
	}

	private CredentialsFile file() {
		return new CredentialsFile(path());
	}

}
