package dev.hyperclient.explorer;

import dev.hyperclient.autoconfigure.HyperClientAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.thymeleaf.ITemplateEngine;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.web.servlet.ViewResolver;
import org.springframework.web.servlet.function.RouterFunction;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When the explorer is available.
 */
class ExplorerActivationTests {

	private final WebApplicationContextRunner contexts = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(HyperClientExplorerAutoConfiguration.class));

	@Test
	void isOffByDefault() {
		this.contexts.run((context) -> assertThat(context).doesNotHaveBean(RouterFunction.class));
	}

	@Test
	void isSwitchedOnByPropertyAndLeavesTheViewsOfTheApplicationAlone() {
		this.contexts.withPropertyValues("hyper-client.explorer.enabled=true")
			.run((context) -> assertThat(context).hasSingleBean(RouterFunction.class)
				.doesNotHaveBean(ITemplateEngine.class)
				.doesNotHaveBean(ViewResolver.class));
	}

	@Test
	void unknownPropertyFailsTheStart() {
		this.contexts.withConfiguration(AutoConfigurations.of(HyperClientAutoConfiguration.class))
			.withPropertyValues("hyper-client.explorer.writable=false", "hyper-client.explorer.writeable=true")
			.run((context) -> assertThat(context).getFailure()
				.hasMessage("The property 'hyper-client.explorer.writeable' does not exist"));
	}

	@Test
	void isOffOutsideOfWebApplications() {
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(HyperClientExplorerAutoConfiguration.class))
			.withPropertyValues("hyper-client.explorer.enabled=true")
			.run((context) -> assertThat(context).doesNotHaveBean(RouterFunction.class));
	}

	@Test
	void rejectsPathWithoutSlash() {
		this.contexts.withPropertyValues("hyper-client.explorer.enabled=true", "hyper-client.explorer.path=explorer/")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("'hyper-client.explorer.path' is 'explorer/'"));
	}

}
