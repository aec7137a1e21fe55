package com.example;

import java.util.Map;

import dev.hyperclient.test.HyperClientTest;
import dev.hyperclient.testservice.FakeService;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;

import static dev.hyperclient.test.FakeServiceAssert.assertThat;

@HyperClientTest(value = Editor.class, properties = "hyper-client.collections.recipes.key-path=recipes/{key}")
class EditorTests {

	static final FakeService service = FakeService.builder("cookbooks").type("recipe", "recipes", (recipe) -> {
		recipe.integer("id").text("instructions");
		recipe.entry(Map.of("id", 4, "instructions", "Boil."));
	}).start();

	@Test
	void appendsText(@Autowired Editor editor) {
		editor.append(4, " Stir.");
		assertThat(service).received("PATCH", "/recipes/4").withIfMatch().withBodyContaining("Boil. Stir.");
		Saw.report("1 test with a service in process");
	}

}
