package dev.hyperclient.autoconfigure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.hyperclient.CollectionType;
import dev.hyperclient.Entry;
import dev.hyperclient.EntryCollection;
import dev.hyperclient.ServiceRoot;
import dev.hyperclient.cache.HttpCache;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.util.FileSystemUtils;
import org.springframework.util.unit.DataSize;

/**
 * The calls of a {@link TrainingRun}. Not loaded in other starts.
 */
final class TrainingCalls {

	private static final Logger logger = LoggerFactory.getLogger(TrainingRun.class);

	private TrainingCalls() {
	}

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
	 * application are not used, since they may be in a file that the build does not have.
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
