package dev.hyperclient.autoconfigure.internal;

import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * {@link BeanPostProcessor} that decorates the beans of one type. A bean that is declared
 * with the type of an implementation remains as it is, since it may be injected as that.
 *
 * @param <T> the type of the beans
 */
public final class BeanDecorator<T> implements BeanPostProcessor, BeanFactoryAware {

	private static final Logger logger = LoggerFactory.getLogger(BeanDecorator.class);

	private final Class<T> type;

	private final UnaryOperator<T> decoration;

	private final String consequence;

	private @Nullable ConfigurableListableBeanFactory beans;

	private volatile boolean hasLeftOne;

	/**
	 * Create a post-processor that adds the HTTP cache.
	 * @param type the type of the beans
	 * @param decoration returns the decorated bean, or the same one
	 */
	public BeanDecorator(Class<T> type, UnaryOperator<T> decoration) {
		this(type, decoration, "The HTTP cache is not used by");
	}

	/**
	 * Create a post-processor.
	 * @param type the type of the beans
	 * @param decoration returns the decorated bean, or the same one
	 * @param consequence what a bean lacks that remains as it is: how the warning begins
	 */
	public BeanDecorator(Class<T> type, UnaryOperator<T> decoration, String consequence) {
		this.type = type;
		this.decoration = decoration;
		this.consequence = consequence;
	}

	@Override
	public void setBeanFactory(BeanFactory beanFactory) {
		this.beans = (beanFactory instanceof ConfigurableListableBeanFactory listable) ? listable : null;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (!this.type.isInstance(bean)) {
			return bean;
		}
		Object decorated = this.decoration.apply(this.type.cast(bean));
		Class<?> declared = declaredType(beanName);
		if (declared != null && !declared.isInstance(decorated)) {
			logger.warn("{} bean '{}', which is declared as {}. Declare it as {}.", this.consequence, beanName,
					declared.getSimpleName(), this.type.getSimpleName());
			this.hasLeftOne = true;
			return bean;
		}
		return decorated;
	}

	/**
	 * Return whether a bean remained as it is, of which a warning was logged.
	 */
	public boolean hasLeftOne() {
		return this.hasLeftOne;
	}

	private @Nullable Class<?> declaredType(String bean) {
		return (this.beans != null && this.beans.containsBeanDefinition(bean))
				? this.beans.getMergedBeanDefinition(bean).getResolvableType().resolve() : null;
	}

}
