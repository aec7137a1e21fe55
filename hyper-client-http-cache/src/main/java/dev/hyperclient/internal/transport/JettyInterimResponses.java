package dev.hyperclient.internal.transport;

import org.eclipse.jetty.client.EarlyHintsProtocolHandler;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.component.LifeCycle;

/**
 * Makes Jetty's client skip the interim responses whose status it does not know (RFC
 * 9110, 15.2). It skips 100, 102 and 103, and returns others as if they were final. Also
 * replaces its decoder of content. Thread-safe.
 */
public final class JettyInterimResponses extends EarlyHintsProtocolHandler implements LifeCycle.Listener {

	private static final JettyInterimResponses INSTANCE = new JettyInterimResponses();

	private JettyInterimResponses() {
	}

	/**
	 * Make a client skip interim responses, also after it has been restarted.
	 * @param client the client, which is changed
	 */
	public static void skip(HttpClient client) {
		if (client.addEventListener(INSTANCE)) {
			client.getProtocolHandlers().put(INSTANCE);
			JettyContentDecoder.use(client);
		}
	}

	@Override
	public String getName() {
		return JettyInterimResponses.class.getName();
	}

	@Override
	public boolean accept(Request request, Response response) {
		int status = response.getStatus();
		return HttpStatus.isInterim(status) && status != HttpStatus.CONTINUE_100;
	}

	@Override
	public void lifeCycleStarting(LifeCycle client) {
		((HttpClient) client).getProtocolHandlers().put(this);
	}

	@Override
	public void lifeCycleStarted(LifeCycle client) {
		JettyContentDecoder.use((HttpClient) client);
	}

}
