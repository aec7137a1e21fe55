package dev.hyperclient.cookbook.service;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import tools.jackson.databind.json.JsonMapper;

/**
 * The entries that the service starts with, by attribute name.
 *
 * @param cookbooks the cookbooks, the featured one first
 * @param dishes the dishes
 * @param recipes the written recipes
 * @param instructions the instructions of generated recipes
 */
record SeedData(List<Map<String, Object>> cookbooks, List<Map<String, Object>> dishes,
		List<Map<String, Object>> recipes, List<String> instructions) {

	static SeedData read() {
		return JsonMapper.shared().readValue(SeedData.class.getResourceAsStream("seed-data.json"), SeedData.class);
	}

	/**
	 * Return the written recipes, and after them generated ones.
	 * @param generated the number of generated recipes
	 * @return the recipes
	 */
	Stream<Map<String, Object>> recipes(int generated) {
		return Stream.concat(this.recipes.stream(),
				IntStream.range(0, generated)
					.mapToObj((number) -> Map.of("cookbook", name(this.cookbooks, number), "dish",
							name(this.dishes, number), "instructions",
							this.instructions.get(number % this.instructions.size()), "private", false)));
	}

	private static Object name(List<Map<String, Object>> entries, int number) {
		return Objects.requireNonNull(entries.get(number % entries.size()).get("name"));
	}

}
