package dev.hyperclient.autoconfigure;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.Startup;
import dev.hyperclient.authorizer.BasicHttpAuthorizer;
import dev.hyperclient.authorizer.HttpAuthorizer;
import dev.hyperclient.cache.HttpCache;
import dev.hyperclient.cache.store.ResponseStore;
import dev.hyperclient.internal.store.FileResponseStore;
import dev.hyperclient.retry.RetryPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.aop.framework.ProxyFactoryBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Beans of the application that are used for a service.
 */
class QualifiedBeansTests extends AbstractTwoServicesTests {

	@Test
	void nameOfAnotherBeanFailsTheStart() {
		StartupFailures.assertStartFails(this.named.withBean("cookbook", String.class, () -> "mine"),
				"'hyper-client.services.cookbook' has the name of a bean of the application that is not a ServiceRoot",
				"another name");
	}

	@Test
	void rootBeanReplacesNamedService() {
		this.named.withUserConfiguration(OwnCookbook.class).run((context) -> {
			assertThat(context).hasSingleBean(ServiceRoot.class);
			assertThat(context.getBean("cookbook", ServiceRoot.class).uri()).hasToString("http://localhost:1/");
			assertThat(this.cookbook.requestCount()).isZero();
		});
	}

	@Test
	void rootBeanOfApplicationIsInjectedByType() {
		ServiceRoot mine = ServiceRoot.builder(null).serviceRoot("http://localhost:1").startup(Startup.LAZY).build();
		this.named.withBean("mine", ServiceRoot.class, () -> mine).run((context) -> {
			assertThat(context.getBean(ServiceRoot.class)).isSameAs(mine);
			assertThat(context.getBean("cookbook", ServiceRoot.class)).isNotSameAs(mine);
		});
	}

	@Test
	void beanOfFactoryThatIsCreatedLaterIsUsed() {
		this.both.withPropertyValues("hyper-client.startup=lazy", COOKBOOK + "startup=lazy")
			.withUserConfiguration(FactoryOfAuthorizer.class)
			.run((context) -> {
				assertThat(context.getBean("cookbook", ServiceRoot.class).credentials()).isPresent();
				assertThat(context.getBean(ServiceRoot.class).credentials()).isEmpty();
			});
	}

	@Test
	void beansAddedAfterAnotherRootAreUsed() {
		HttpAuthorizer added = new BasicHttpAuthorizer("me", "mine");
		List<ServiceRootBuilder> customized = new CopyOnWriteArrayList<>();
		ServiceRootBuilderCustomizer customizer = (service, builder) -> customized.add(builder);
		this.both.withPropertyValues("hyper-client.startup=lazy", COOKBOOK + "startup=lazy")
			.withInitializer(HyperClientContextRunner.LAZY_BEANS)
			.run((context) -> {
				assertThat(context.getBean("cookbook", ServiceRoot.class).credentials()).isEmpty();
				context.getBeanFactory().registerSingleton("added", added);
				context.getBeanFactory().registerSingleton("customizer", customizer);
				assertThat(context.getBean(ServiceRoot.class).credentials()).contains(added);
				assertThat(customized).hasSize(1);
			});
	}

	@Test
	void severalBeansForOneServiceFailTheStart() {
		StartupFailures.assertStartFails(
				this.both.withBean("one", HttpAuthorizer.class, () -> new BasicHttpAuthorizer("me", "mine"))
					.withBean("two", HttpAuthorizer.class, () -> new BasicHttpAuthorizer("you", "yours")),
				"Several beans of the type HttpAuthorizer for the service 'default': one, two", "@Primary");
	}

	@Test
	void unqualifiedBeansAreUsedForDefaultService(@TempDir Path directory) {
		HttpAuthorizer mine = new BasicHttpAuthorizer("me", "mine");
		ResponseStore store = new FileResponseStore(directory);
		this.library.server().stubFor(any(anyUrl()).willReturn(aResponse().withStatus(503)));
		this.cookbook.server().stubFor(any(anyUrl()).willReturn(aResponse().withStatus(503)));
		this.both
			.withPropertyValues("hyper-client.startup=lazy", COOKBOOK + "startup=lazy",
					"hyper-client.retry.max-retries=1", COOKBOOK + "retry.max-retries=1")
			.withBean(HttpAuthorizer.class, () -> mine)
			.withBean(ResponseStore.class, () -> store)
			.withBean(RetryPolicy.class,
					() -> RetryPolicy.defaults().withMaxRetries(3).withWaits((retry) -> java.time.Duration.ZERO))
			.run((context) -> {
				ServiceRoot cookbook = context.getBean("cookbook", ServiceRoot.class);
				assertThat(context.getBean(ServiceRoot.class).credentials()).contains(mine);
				assertThat(cookbook.credentials()).isEmpty();
				assertThat(context.getBean(ServiceRoot.class)).satisfies(AbstractTwoServicesTests::assertFails);
				assertThat(cookbook).satisfies(AbstractTwoServicesTests::assertFails);
				assertThat(this.library.requestCount()).isEqualTo(4);
				assertThat(this.cookbook.requestCount()).isEqualTo(2);
			});
	}

	@Test
	void storeOrCacheBeanIsUsed(@TempDir Path first, @TempDir Path second) {
		ApplicationContextRunner stored = this.both.withBean(ResponseStore.class, () -> new FileResponseStore(first));
		stored.run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(first).isDirectoryContaining((file) -> file.toString().contains("1.0"));
		});
		stored.withBean(HttpCache.class, () -> HttpCache.inDirectory(second)).run((context) -> {
			assertThat(context).hasNotFailed();
			assertThat(second).isNotEmptyDirectory();
		});
	}

	@Test
	void customizersAreCalledAfterPropertiesWithServiceName(@TempDir Path ignored, @TempDir Path everywhere,
			@TempDir Path one) {
		ServiceRootBuilderCustomizer all = (service, builder) -> builder.cache(everywhere);
		this.both.withPropertyValues("hyper-client.cache.directory=" + ignored)
			.withBean("all", ServiceRootBuilderCustomizer.class, () -> all)
			.withBean("one", ServiceRootBuilderCustomizer.class,
					() -> ServiceRootBuilderCustomizer.forService("cookbook", (builder) -> builder.cache(one)))
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(files(one)).isNotEmpty()
					.allMatch((file) -> file.contains("" + this.cookbook.server().port()));
				assertThat(ignored).isEmptyDirectory();
				assertThat(files(everywhere)).isNotEmpty()
					.allMatch((file) -> file.contains("" + this.library.server().port()));
			});
	}

	@Test
	void backgroundStartIsNotLazyInitialized() {
		this.named.withPropertyValues(COOKBOOK + "startup=background")
			.withInitializer(HyperClientContextRunner.LAZY_BEANS)
			.run((context) -> assertThat(context.getBeanFactory().containsSingleton("cookbook")).isTrue());
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnCookbook {

		@Bean
		ServiceRoot cookbook() {
			return ServiceRoot.builder(null).serviceRoot("http://localhost:1").startup(Startup.LAZY).build();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class FactoryOfAuthorizer {

		@Bean
		Object user(ServiceRoot root) {
			return new Object();
		}

		@Bean
		@Qualifier("cookbook")
		ProxyFactoryBean authorizer() {
			ProxyFactoryBean proxy = new ProxyFactoryBean();
			proxy.setInterfaces(HttpAuthorizer.class);
			proxy.setTarget(new BasicHttpAuthorizer("me", "mine"));
			return proxy;
		}

	}

}
