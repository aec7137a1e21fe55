package com.example;

import java.util.Map;

import com.example.cookbook.CookbookRoot;
import com.example.cookbook.Recipe;
import dev.hyperclient.testservice.FakeService;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/**
 * Uses the client that the plugin generates from the description of the sample.
 */
@SpringBootApplication
@Import(CookbookRoot.class)
public class Typed {

	public static void main(String[] args) {
		try (FakeService service = FakeService.describedBy("cookbooks", Typed.class.getResourceAsStream("/cookbook.wadl"))
			.entry("recipes/4", "recipe", Map.of("id", 4, "instructions", "Boil."))
			.start();
				ConfigurableApplicationContext context = new SpringApplicationBuilder(Typed.class)
					.web(WebApplicationType.NONE)
					.run("--hyper-client.base-url=" + service.baseUrl())) {
			Recipe recipe = context.getBean(CookbookRoot.class).recipes().get(4);
			recipe.update((it) -> it.setInstructions(it.instructions() + " Stir."));
			Saw.report("recipe %d: %s".formatted(recipe.id(), recipe.instructions()));
		}
	}

}
