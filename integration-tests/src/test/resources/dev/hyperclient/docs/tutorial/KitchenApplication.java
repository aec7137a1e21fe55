// tag::tutorial-application[]
package com.example.kitchen;

import com.example.cookbook.CookbookRoot;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

@SpringBootApplication
@Import(CookbookRoot.class)
public class KitchenApplication {

	public static void main(String[] args) {
		SpringApplication.run(KitchenApplication.class, args);
	}

}
// end::tutorial-application[]
