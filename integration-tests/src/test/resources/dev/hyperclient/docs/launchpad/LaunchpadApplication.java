// tag::launchpad-application[]
package com.example;

import com.example.launchpad.Launchpad;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

@SpringBootApplication
@Import(Launchpad.class)
public class LaunchpadApplication {

	public static void main(String[] args) {
		SpringApplication.run(LaunchpadApplication.class, args);
	}

}
// end::launchpad-application[]
