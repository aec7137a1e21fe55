package dev.hyperclient.cookbook;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;

/**
 * A cookbook service and an application that uses it through the starter. There is no
 * login, so Spring Boot's user with a generated password is excluded.
 */
@SpringBootApplication(exclude = UserDetailsServiceAutoConfiguration.class)
public class SampleApplication {

	public static void main(String[] args) {
		SpringApplication.run(SampleApplication.class, args);
	}

}
