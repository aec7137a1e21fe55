// tag::http-cache-first-run[]
package com.example.stars;

import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.client.RestClient;

@SpringBootApplication
public class StarsApplication {

	public static void main(String[] args) {
		SpringApplication.run(StarsApplication.class, args);
	}

	@Bean
	ApplicationRunner stars(RestClient.Builder builder) {
		RestClient gitHub = builder.baseUrl("https://api.github.com").build();
		return (args) -> {
			for (int i = 0; i < 3; i++) {
				System.out.println(gitHub.get()
					.uri("/repos/spring-projects/spring-boot")
					.retrieve()
					.requiredBody(Repository.class));
			}
		};
	}

	record Repository(int stargazers_count) {

	}

}
// end::http-cache-first-run[]
