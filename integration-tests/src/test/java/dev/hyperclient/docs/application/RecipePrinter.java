package dev.hyperclient.docs.application;

import dev.hyperclient.Entry;
import dev.hyperclient.ServiceRoot;

import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The application in the README, in a package of its own so that its component scan finds
 * nothing else.
 */
// tag::application[]
@SpringBootApplication
public class RecipePrinter implements CommandLineRunner {

	private final ServiceRoot root;

	RecipePrinter(ServiceRoot root) {
		this.root = root;
	}

	public static void main(String[] args) {
		SpringApplication.run(RecipePrinter.class, args);
	}

	@Override
	public void run(String... args) {
		for (Entry recipe : this.root.collection("recipes")) {
			System.out.println(recipe.entry("dish").getString("name") + ": " + recipe.getString("instructions"));
		}
	}

}
// end::application[]
