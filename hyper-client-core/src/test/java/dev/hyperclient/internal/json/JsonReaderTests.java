package dev.hyperclient.internal.json;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import dev.hyperclient.internal.document.MemoryLimit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class JsonReaderTests {

	private static final URI SOURCE = URI.create("http://service.example.org/");

	private final JsonReader reader = new JsonReader(MemoryLimit.of(1 << 20, "limit"));

	@Test
	void lastOfTwoEqualNamesCountsInEachDocument() {
		for (int i = 0; i < 3; i++) {
			assertThat(read("{\"a\": 1, \"b\": 2, \"a\": 3, \"c\": {\"a\": 4, \"a\": 5}}"))
				.isEqualTo(Map.of("a", 3L, "b", 2L, "c", Map.of("a", 5L)));
		}
	}

	@Test
	void documentsWithOtherNamesAreReadBetweenThoseWithTheSame() {
		for (int i = 0; i < 10_000; i++) {
			assertThat(read("{\"self\": 1, \"value\": {\"x\": 2}}"))
				.isEqualTo(Map.of("self", 1L, "value", Map.of("x", 2L)));
			assertThat(read("{\"name%d\": 1, \"other%d\": 2}".formatted(i, i)))
				.isEqualTo(Map.of("name" + i, 1L, "other" + i, 2L));
		}
	}

	@Test
	void orderOfNamesIsThatOfTheDocument() {
		assertThat(((Map<?, ?>) read("{\"a\": 1, \"b\": 2, \"c\": 3}")).keySet().toArray()).containsExactly("a", "b",
				"c");
		assertThat(((Map<?, ?>) read("{\"c\": 1, \"a\": 2}")).keySet().toArray()).containsExactly("c", "a");
		assertThat(((Map<?, ?>) read("{\"a\": 1}")).keySet().toArray()).containsExactly("a");
		assertThat((Map<?, ?>) read("{}")).isEmpty();
	}

	@Test
	void objectWithThousandsOfNamesIsRead() {
		StringBuilder document = new StringBuilder("{\"first\": 0");
		for (int i = 0; i < 1_000; i++) {
			document.append(", \"name").append(i).append("\": ").append(i);
		}
		Map<?, ?> object = (Map<?, ?>) read(document.append('}').toString());
		assertThat(object).hasSize(1_001);
		assertThat(object.get("name999")).isEqualTo(999L);
	}

	@Test
	void storedDocumentThatStaysInMemoryIsDecodedTwice() {
		byte[] document = "{\"a\": [1, null, {\"b\": \"text\"}]}".getBytes(StandardCharsets.UTF_8);
		Object first = this.reader.readStored(document, SOURCE);
		Object second = this.reader.readStored(document, SOURCE);
		assertThat(second).isNotSameAs(first).isEqualTo(first);
		assertThat(this.reader.readStored(document, SOURCE)).isSameAs(second);
		assertThat(this.reader.readStored(document.clone(), SOURCE)).isNotSameAs(second).isEqualTo(second);
	}

	@Test
	void documentInMemoryIsFoundAlsoAfterManyOthersThatAreNot() {
		byte[] document = "{\"a\": 1}".getBytes(StandardCharsets.UTF_8);
		for (int i = 0; i < 20_000; i++) {
			this.reader.readStored(document.clone(), SOURCE);
		}
		Object value = this.reader.readStored(document, SOURCE);
		Object next = this.reader.readStored(document, SOURCE);
		for (int i = 0; i < 1000 && next != value; i++) {
			value = next;
			next = this.reader.readStored(document, SOURCE);
		}
		assertThat(next).isSameAs(value).isEqualTo(Map.of("a", 1L));
		// Now that one was found, the next ones are decoded twice only.
		byte[] other = "{\"b\": 1}".getBytes(StandardCharsets.UTF_8);
		this.reader.readStored(other, SOURCE);
		assertThat(this.reader.readStored(other, SOURCE)).isSameAs(this.reader.readStored(other, SOURCE));
	}

	@Test
	void documentThatIsFoundAmongManyOthersStaysFound() {
		byte[] document = "{\"a\": 1}".getBytes(StandardCharsets.UTF_8);
		this.reader.readStored(document, SOURCE);
		Object value = this.reader.readStored(document, SOURCE);
		byte[] other = "{\"b\": 1}".getBytes(StandardCharsets.UTF_8);
		int found = 0;
		for (int i = 0; i < 20_000; i++) {
			this.reader.readStored(other.clone(), SOURCE);
			found += (this.reader.readStored(document, SOURCE) == value) ? 1 : 0;
			value = this.reader.readStored(document, SOURCE);
		}
		assertThat(found).isGreaterThan(15_000);
	}

	@Test
	void manyStoredDocumentsAreReadCorrectly() {
		byte[][] documents = new byte[10_000][];
		for (int i = 0; i < documents.length; i++) {
			documents[i] = "{\"number\": %d}".formatted(i).getBytes(StandardCharsets.UTF_8);
		}
		for (int round = 0; round < 4; round++) {
			for (int i = 0; i < documents.length; i++) {
				assertThat(this.reader.readStored(documents[i], SOURCE)).isEqualTo(Map.of("number", (long) i));
			}
		}
	}

	private Object read(String document) {
		return this.reader.read(document.getBytes(StandardCharsets.UTF_8), SOURCE);
	}

}
