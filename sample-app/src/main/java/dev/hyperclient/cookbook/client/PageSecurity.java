package dev.hyperclient.cookbook.client;

import java.util.Set;

import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.header.writers.ReferrerPolicyHeaderWriter.ReferrerPolicy;

/**
 * Security of the pages and the actuator. There is no login. Writes require the CSRF
 * token that Thymeleaf adds to each {@code th:action}.
 */
@Configuration(proxyBeanMethods = false)
@Profile("!service")
class PageSecurity {

	private static final String CONTENT_SECURITY_POLICY = String.join("; ", "default-src 'none'", "script-src 'self'",
			"style-src 'self'", "img-src 'self'", "connect-src 'self'", "form-action 'self'", "base-uri 'none'",
			"frame-ancestors 'none'");

	private static final Set<String> HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");

	/**
	 * Reject requests for other hosts. Otherwise a page of another site, whose name has
	 * been made to resolve to this machine, could read and write as if it were one of
	 * these pages.
	 */
	@Bean
	HttpFirewall loopbackFirewall() {
		StrictHttpFirewall firewall = new StrictHttpFirewall();
		firewall.setAllowedHostnames(HOSTS::contains);
		return firewall;
	}

	/**
	 * The endpoint needs no token: its only write is DELETE, which browsers send to
	 * another origin only after a CORS preflight request, which is refused.
	 */
	@Bean
	SecurityFilterChain pageSecurityFilterChain(HttpSecurity http) {
		return http.authorizeHttpRequests((requests) -> requests.anyRequest().permitAll())
			.csrf((csrf) -> csrf.ignoringRequestMatchers(EndpointRequest.to("hyperclient")))
			.headers((headers) -> headers
				.contentSecurityPolicy((policy) -> policy.policyDirectives(CONTENT_SECURITY_POLICY))
				.referrerPolicy((referrer) -> referrer.policy(ReferrerPolicy.SAME_ORIGIN)))
			.build();
	}

}
