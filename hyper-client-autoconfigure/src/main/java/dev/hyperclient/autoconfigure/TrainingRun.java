package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.ServiceRootBuilder;
import dev.hyperclient.Startup;
import dev.hyperclient.autoconfigure.internal.OAuth2AuthorizerFactory;
import dev.hyperclient.cache.HttpCache;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.context.support.DefaultLifecycleProcessor;
import org.springframework.core.SpringProperties;
import org.springframework.util.FileSystemUtils;
import org.springframework.util.unit.DataSize;

/**
 * In a training run for an AOT cache or for class-data sharing
 * ({@code spring.context.exit=onRefresh}), uses the client once against a small service
 * in this process, so that its classes are in the archive. Services of the application
 * are not called in such a run: it may be part of a build.
 */
final class TrainingRun implements SmartInitializingSingleton {

	private static final Logger logger = LoggerFactory.getLogger(TrainingRun.class);

	/**
	 * Whether the application exits as soon as its context is refreshed.
	 */
	static boolean isActive() {
		return DefaultLifecycleProcessor.ON_REFRESH_VALUE
			.equalsIgnoreCase(SpringProperties.getProperty(DefaultLifecycleProcessor.EXIT_PROPERTY_NAME));
	}

	/**
	 * Prevent all requests of a root, whatever the properties and customizers say.
	 */
	static void isolate(ServiceRootBuilder builder) {
		builder.startup(Startup.LAZY).webClient(() -> {
			throw new IllegalStateException(
					"A service is called in a training run (%s=%s). Call it after the start of the application, for instance in a CommandLineRunner."
						.formatted(DefaultLifecycleProcessor.EXIT_PROPERTY_NAME,
								DefaultLifecycleProcessor.ON_REFRESH_VALUE));
		});
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (!isActive()) {
			return;
		}
		try {
			TrainingService.run();
			logger.info("Training run: the classes of the client are loaded. No service was called");
		}
		// Without the JDK's server there is a NoClassDefFoundError.
		catch (IOException | RuntimeException | LinkageError ex) {
			logger.warn("Training run: not all classes of the client are loaded, so the archive saves less time", ex);
		}
	}

	/**
	 * The calls of a {@link TrainingRun}, and a self-describing service with canned
	 * documents for them, which listens on the loopback interface only. Not loaded in
	 * other starts.
	 */
	static final class TrainingService implements AutoCloseable {

		private static final String WADL = "application/vnd.sun.wadl+xml";

		private static final String TAG = "\"1\"";

		private static final String DESCRIPTION = """
				<?xml version="1.0"?>
				<application xmlns="http://research.sun.com/wadl/2006/10" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
				  <doc>A service for training runs.</doc>
				  <resources base="%1$s"><resource path="" type="#service-root"/></resources>
				  <resource_type id="service-root"><method name="GET"><response>
				    <representation href="#service-root-json"/></response></method></resource_type>
				  <representation mediaType="application/json" id="service-root-json">
				    <param style="plain" name="recipes_collection_link"><link resource_type="#recipes"/></param>
				  </representation>
				  <resource_type id="recipes">
				    <method name="GET"><response><representation href="#recipe-page"/></response></method>
				    <method name="GET"><request>
				      <param style="query" name="ws.op" required="true" fixed="find"/>
				      <param style="query" name="search" required="true"/>
				    </request><response><representation href="#recipe-page"/></response></method>
				  </resource_type>
				  <resource_type id="recipe">
				    <method name="GET"><response><representation href="#recipe-full"/></response></method>
				    <method name="PATCH"><request><representation href="#recipe-full"/></request></method>
				  </resource_type>
				  <representation mediaType="application/json" id="recipe-full">
				    <param style="plain" name="self_link"><link resource_type="#recipe"/></param>
				    <param style="plain" name="id"/>
				    <param style="plain" name="instructions"><doc>How to cook it.</doc></param>
				    <param style="plain" name="date_created" type="xsd:dateTime"/>
				  </representation>
				  <representation mediaType="application/json" id="recipe-page">
				    <param style="plain" name="start"/><param style="plain" name="total_size"/>
				    <param style="plain" name="entries"/>
				    <param style="plain" name="entry_links"><link resource_type="#recipe"/></param>
				  </representation>
				</application>
				""";

		private static final String ROOT = """
				{"resource_type_link": "%1$s#service-root", "recipes_collection_link": "%1$srecipes"}""";

		private static final String RECIPE = """
				{"self_link": "%1$srecipes/1", "resource_type_link": "%1$s#recipe", "http_etag": "\\"1\\"",
				 "id": 1, "instructions": "Stir.", "date_created": "2020-01-31T12:00:00+00:00"}""";

		private static final String PAGE = """
				{"start": 0, "total_size": 1, "resource_type_link": "%1$s#recipes", "entries": [%2$s]}""";

		private final HttpServer server;

		private TrainingService(HttpServer server) {
			this.server = server;
			server.createContext("/", this::handle);
			server.start();
		}

		static TrainingService start() throws IOException {
			return new TrainingService(
					HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
		}

		URI url() {
			return URI.create("http://127.0.0.1:" + this.server.getAddress().getPort() + "/1.0/");
		}

		private void handle(HttpExchange exchange) throws IOException {
			try (exchange) {
				boolean patched = exchange.getRequestMethod().equals("PATCH");
				boolean described = WADL.equals(exchange.getRequestHeaders().getFirst("Accept"));
				boolean root = exchange.getRequestURI().getPath().equals("/1.0/");
				exchange.getRequestBody().readAllBytes();
				exchange.getResponseHeaders().set("Content-Type", described ? WADL : "application/json");
				exchange.getResponseHeaders().set("ETag", TAG);
				exchange.getResponseHeaders().set("Vary", "Accept");
				exchange.getResponseHeaders().set("Cache-Control", root ? "max-age=3600" : "no-cache");
				if (!patched && TAG.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
					exchange.sendResponseHeaders(304, -1);
					return;
				}
				byte[] body = body(exchange.getRequestURI().getPath(), described).getBytes(StandardCharsets.UTF_8);
				exchange.sendResponseHeaders(patched ? 209 : 200, body.length);
				exchange.getResponseBody().write(body);
			}
		}

		private String body(String path, boolean described) {
			String recipe = RECIPE.formatted(url());
			return switch (path) {
				case "/1.0/" -> (described ? DESCRIPTION : ROOT).formatted(url());
				case "/1.0/recipes" -> PAGE.formatted(url(), recipe);
				default -> recipe;
			};
		}

		@Override
		public void close() {
			this.server.stop(0);
		}

		/**
		 * Use the client.
		 */
		static void run() throws IOException {
			lookForCredentials();
			Path directory = Files.createTempDirectory("hyper-client-training-");
			try (TrainingService service = TrainingService.start()) {
				// Once with requests, once with what is stored.
				use(service, directory.resolve("cache"));
				use(service, directory.resolve("cache"));
			}
			finally {
				FileSystemUtils.deleteRecursively(directory);
			}
		}

		/**
		 * Find no credentials, as each start without them does. The credentials of the
		 * application are not used, since they may be in a file that the build does not
		 * have.
		 */
		private static void lookForCredentials() {
			HyperClientProperties properties = new Binder(new MapConfigurationPropertySource(Map.of()))
				.bindOrCreate(ServiceNames.PREFIX, HyperClientProperties.class);
			new PropertiesHttpAuthorizerFactory(
					new ServiceProperties(ServiceNames.DEFAULT, ServiceNames.PREFIX, properties),
					new DefaultListableBeanFactory().getBeanProvider(OAuth2AuthorizerFactory.class))
				.create();
		}

		private static void use(TrainingService service, Path cache) {
			try (ServiceRoot root = ServiceRoot.builder(null)
				.name("training")
				.serviceRoot(service.url())
				.cache(HttpCache.builder().directory(cache).memoryTier(DataSize.ofMegabytes(1)))
				.collection("recipes", CollectionType.keyedBy("recipes/{key}"))
				.build()) {
				EntryCollection recipes = root.collection("recipes");
				Entry recipe = recipes.get(1);
				recipe.svcRefresh();
				recipe.to(Recipe.class);
				recipe.set("instructions", "Stir.").save();
				List<String> read = new ArrayList<>();
				for (Entry each : recipes) {
					read.add(String.valueOf(each.getString("instructions")));
				}
				recipes.operation("find")
					.with("search", "stir")
					.invoke()
					.collection()
					.forEach((found) -> read.add(found.uri().toString()));
				logger.debug("Training run: read {}", read);
			}
		}

		/**
		 * What an application might convert an entry to.
		 */
		record Recipe(Long id, String instructions) {

		}

	}

}
