package dev.hyperclient.docs.typed;

import dev.hyperclient.cookbook.api.CookbookRoot;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/**
 * The application of the page about typed clients.
 */
// tag::typed-import[]
@SpringBootApplication
@Import(CookbookRoot.class)
public class KitchenApplication {

	public static void main(String[] args) {
		SpringApplication.run(KitchenApplication.class, args);
	}

}
// end::typed-import[]
