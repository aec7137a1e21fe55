package dev.hyperclient.internal.policy;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.hyperclient.cache.Fields;
import dev.hyperclient.cache.store.StoredResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SelectingFieldsTests {

	@ParameterizedTest
	@CsvSource(delimiter = ';', quoteCharacter = '~',
			value = { "X: 1; ~~", "Vary:; ~~", "Vary: X; x", "Vary: X, a; a x", "Vary: ,X; x", "Vary: X,,; x",
					"Vary: X | Vary: a, x; a x", "Vary: | Vary: X; x", "Vary: *; *",
					// the content is stored decoded
					"Vary: Accept-Encoding; ~~", "Vary: X, Accept-Encoding; x",
					"Vary: Accept-Encoding | Content-Encoding: br; accept-encoding",
					"Vary: X, accept-encoding | Content-Encoding: br; accept-encoding x" })
	void namesAreThoseOfAllLines(String response, String names) {
		assertThat(String.join(" ", new TreeSet<>(SelectingFields.of(Fields.of(response)).names()))).isEqualTo(names);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', nullValues = "-",
			value = { "X: 1 | Y: 2; {x=1, y=2}", "X: 1 | Z: 3; {x=1}", "X: 1 | X: 2; '{x=1, 2}'", "Z: 3; {}",
					// the identity stands for it
					"Authorization: secret; {}" })
	void valuesOfSelectingFieldsAreStored(String request, String values) {
		SelectingFields selecting = SelectingFields.of(Fields.of("Vary: X, Y, Authorization"));
		assertThat(new TreeMap<>(selecting.valuesOf(Fields.of(request)))).hasToString(values);
		assertThat(new SelectingFields(Set.of()).valuesOf(Fields.of(request))).isEmpty();
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', nullValues = "-",
			value = { "X: 1; 1; true", "X: 1; 2; false", "X: 1,2; '1, 2'; true", "X: 1 | X: 2; '1, 2'; true",
					// RFC 9111, 4.1: an absent field matches only an absent one
					"Z: 1; -; true", "X:; -; false", "Z: 1; ''; false", "X:; ''; true" })
	void requestMatchesIfValuesAreEquivalent(String request, @Nullable String stored, boolean matches) {
		StoredResponse response = new StoredResponse(200, Fields.of("Vary: X"), new byte[0],
				(stored != null) ? Map.of("x", stored) : Map.of(), IdentityKey.hash(""), null);
		assertThat(SelectingFields.of(response.headers()).match(response, Fields.of(request))).isEqualTo(matches);
	}

	@ParameterizedTest
	@CsvSource(delimiter = ';', nullValues = "-",
			value = { "X: 1; -", "Accept-Language:; -", "Accept-Language: DE; de", "Accept-Language: de, en~q=0.9; de",
					"Accept-Language: en~q=0.9, de; de", "Accept-Language: en~q=0.5 | Accept-Language: de; de",
					// no single one
					"Accept-Language: de, en; -", "Accept-Language: de~q=0.5, en~q=0.5; -",
					"Accept-Language: de~q=0; -", "Accept-Language: de~q=0.1; de", "Accept-Language: de~q=x; -" })
	void preferredLanguageHasTheHighestWeight(String request, @Nullable String language) {
		assertThat(SelectingFields.preferredLanguage(Fields.of(request.replace("~", ";"))))
			.isEqualTo(Optional.ofNullable(language));
	}

}
