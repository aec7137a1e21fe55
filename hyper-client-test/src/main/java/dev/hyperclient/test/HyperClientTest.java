package dev.hyperclient.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.autoconfigure.OverrideAutoConfiguration;
import org.springframework.boot.test.context.filter.annotation.TypeExcludeFilters;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.core.annotation.AliasFor;
import org.springframework.test.context.BootstrapWith;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Annotation for a test of components that use Hyper Client. The application context
 * contains the auto-configuration of the clients, the beans that customize them, and the
 * {@link #value() components} to test, but no other component of the application and no
 * other auto-configuration. Includes {@link AutoConfigureFakeService}. <pre class="code">
 * &#064;HyperClientTest
 * class RecipeTests {
 *
 * 	static final FakeService service = FakeService.builder("kitchen")
 * 		.type("recipe", "recipes", (recipe) -&gt; recipe.integer("id")
 * 			.text("instructions")
 * 			.entry(Map.of("id", 1, "instructions", "Roast it")))
 * 		.start();
 *
 * 	&#064;Test
 * 	void readsRecipes(&#064;Autowired ServiceRoot root) {
 * 		assertEquals(1, root.collection("recipes").size());
 * 	}
 *
 * }
 * </pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@BootstrapWith(HyperClientTestContextBootstrapper.class)
@ExtendWith(SpringExtension.class)
@OverrideAutoConfiguration(enabled = false)
@TypeExcludeFilters(HyperClientTypeExcludeFilter.class)
@ImportAutoConfiguration
@AutoConfigureFakeService
public @interface HyperClientTest {

	/**
	 * Properties in the form {@code key=value} to add to the environment.
	 * @return the properties
	 */
	String[] properties() default {};

	/**
	 * Components to test. The same as {@link #components()}.
	 * @return the component classes
	 */
	@AliasFor("components")
	Class<?>[] value() default {};

	/**
	 * Components to test. The same as {@link #value()}.
	 * @return the component classes
	 */
	@AliasFor("value")
	Class<?>[] components() default {};

	/**
	 * Whether the beans that customize clients are included.
	 * @return whether to use the default filters
	 */
	boolean useDefaultFilters() default true;

	/**
	 * Filters of further components to include.
	 * @return the filters
	 */
	Filter[] includeFilters() default {};

	/**
	 * Filters of components to exclude.
	 * @return the filters
	 */
	Filter[] excludeFilters() default {};

	/**
	 * Auto-configurations to exclude.
	 * @return the classes
	 */
	@AliasFor(annotation = ImportAutoConfiguration.class, attribute = "exclude")
	Class<?>[] excludeAutoConfiguration() default {};

}
