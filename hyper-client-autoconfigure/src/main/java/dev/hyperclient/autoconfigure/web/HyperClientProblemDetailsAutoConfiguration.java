package dev.hyperclient.autoconfigure.web;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.autoconfigure.internal.ConditionalOnEnabled;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration for responses with a {@link org.springframework.http.ProblemDetail}
 * when a controller of an application with Spring MVC or WebFlux fails with an exception
 * of the client. Off unless {@code hyper-client.web.problem-details.enabled} is set.
 */
@AutoConfiguration
@ConditionalOnClass(ServiceRoot.class)
@ConditionalOnWebApplication
@ConditionalOnEnabled("hyper-client.web.problem-details.enabled")
public final class HyperClientProblemDetailsAutoConfiguration {

	@Bean
	ServiceProblems.ProblemDetailsAdvice hyperClientProblemDetailsAdvice() {
		return new ServiceProblems.ProblemDetailsAdvice();
	}

}
