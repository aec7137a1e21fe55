package dev.hyperclient.explorer;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

import org.thymeleaf.spring6.SpringTemplateEngine;
import org.thymeleaf.spring6.view.ThymeleafView;
import org.thymeleaf.templatemode.TemplateMode;
import org.thymeleaf.templateresolver.ClassLoaderTemplateResolver;

import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.View;

/**
 * Creates views of the templates of this module. The template engine is no bean, so that
 * the views of the application are resolved as without this module.
 */
final class PageView {

	private final WebApplicationContext context;

	private final SpringTemplateEngine engine = new SpringTemplateEngine();

	PageView(WebApplicationContext context) {
		this.context = context;
		ClassLoaderTemplateResolver resolver = new ClassLoaderTemplateResolver(PageView.class.getClassLoader());
		resolver.setPrefix("templates/");
		resolver.setSuffix(".html");
		resolver.setTemplateMode(TemplateMode.HTML);
		resolver.setCharacterEncoding(StandardCharsets.UTF_8.name());
		this.engine.setTemplateResolver(resolver);
		this.engine.setEnableSpringELCompiler(true);
	}

	/** Return the view of a template in the directory of this module. */
	View of(String template) {
		return new TemplateView("hyper-client/" + template, this.engine, this.context);
	}

	private static final class TemplateView extends ThymeleafView {

		TemplateView(String template, SpringTemplateEngine engine, WebApplicationContext context) {
			super(template);
			setTemplateEngine(engine);
			setApplicationContext(context);
			setLocale(Locale.ENGLISH);
			setContentType("text/html;charset=UTF-8");
			// A CSRF token may require a new session, which must be created before the
			// response is committed.
			setProducePartialOutputWhileProcessing(false);
		}

	}

}
