package dev.hyperclient.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Objects;

import com.sun.management.OperatingSystemMXBean;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.web.reactive.function.client.WebClient;

/**
 * The application that {@link StartedBenchmark} starts: one {@link WebClient} bean.
 */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class StartedApplication {

	/** Precedes the seconds, CPU milliseconds and classes of a start. */
	static final String MARK = "hyper-client-started ";

	public static void main(String[] args) {
		SpringApplication application = new SpringApplication(StartedApplication.class);
		application.addListeners((ApplicationListener<ApplicationStartedEvent>) StartedApplication::report);
		application.run(args).close();
	}

	private static void report(ApplicationStartedEvent event) {
		OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
		double cpu = system.getProcessCpuTime() / 1e6;
		System.out.printf(Locale.ROOT, "%s%.4f %.1f %d%n", MARK,
				Objects.requireNonNull(event.getTimeTaken()).toNanos() / 1e9, cpu,
				ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount());
	}

	@Bean
	WebClient webClient(WebClient.Builder builder) {
		return builder.build();
	}

}
