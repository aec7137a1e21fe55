package dev.hyperclient.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Property keys in the documents are keys of the configuration metadata.
 */
class DocumentPropertiesTests {

	private static final Pattern YAML = Pattern.compile("(?ms)^```yaml\\n(.*?)^```");

	private static final Pattern INLINE = Pattern.compile("`(hyper-client(?:\\.[a-z0-9<>*-]+)+)[`:=]");

	private static final Pattern NAMED_SERVICE = Pattern.compile("^hyper-client\\.services\\.[^.]+\\.");

	/** The metadata has no properties of the elements of a list. */
	private static final Pattern ELEMENT = Pattern.compile("\\[\\d+]\\..*");

	private static final Pattern COLLECTION = Pattern.compile("\\.collections\\..*");

	private final Set<String> keys = keys();

	@Test
	void yamlBlocksHaveExistingKeys() throws IOException {
		List<String> unknown = new ArrayList<>();
		for (Path document : Documents.all()) {
			for (MatchResult block : YAML.matcher(Files.readString(document)).results().toList()) {
				for (String key : Documents.yaml(block.group(1)).stringPropertyNames()) {
					if (key.startsWith("hyper-client.") && !this.keys.contains(canonical(key))) {
						unknown.add(Documents.PROJECT.relativize(document) + ": " + key);
					}
				}
			}
		}
		assertThat(unknown).isEmpty();
	}

	@Test
	void textNamesExistingKeys() throws IOException {
		List<String> unknown = new ArrayList<>();
		for (Path document : Documents.all()) {
			for (MatchResult match : INLINE.matcher(Files.readString(document)).results().toList()) {
				if (!isKnown(canonical(match.group(1)))) {
					unknown.add(Documents.PROJECT.relativize(document) + ": " + match.group(1));
				}
			}
		}
		assertThat(unknown).isEmpty();
	}

	private boolean isKnown(String key) {
		return this.keys.contains(key) || this.keys.stream().anyMatch((known) -> known.startsWith(key + "."));
	}

	private static String canonical(String key) {
		String general = ELEMENT.matcher(NAMED_SERVICE.matcher(key).replaceFirst("hyper-client.")).replaceFirst("");
		return COLLECTION.matcher(general).replaceFirst(".collections").replaceFirst("\\.(\\*|<name>)$", "");
	}

	private static Set<String> keys() {
		Set<String> keys = new HashSet<>();
		try {
			for (URL metadata : Collections.list(DocumentPropertiesTests.class.getClassLoader()
				.getResources("META-INF/spring-configuration-metadata.json"))) {
				try (InputStream content = metadata.openStream()) {
					for (JsonNode property : JsonMapper.shared().readTree(content).path("properties")) {
						keys.add(property.path("name").asString());
					}
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return keys;
	}

}
