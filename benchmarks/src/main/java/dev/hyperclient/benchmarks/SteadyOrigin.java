package dev.hyperclient.benchmarks;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * The service of {@link SteadyBenchmark}, {@link FreshJvmBenchmark} and
 * {@link StartedBenchmark}, in a process of its own, so that neither its CPU time nor its
 * allocations are measured. Entries have 41 fields and 4.6 KB. Entries of {@code recipes}
 * have an entity tag and no lifetime, entries of {@code archived} are fresh for a day.
 */
public final class SteadyOrigin {

	static final int PAGE_SIZE = 75;

	private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.RFC_1123_DATE_TIME;

	private static final String DESCRIPTION_TEXT = "Stir the flour into the butter, and add the milk slowly. "
		.repeat(40);

	/** The root is fresh for a week, as in Launchpad. */
	private static final String ROOT_FIELDS = "Cache-Control: max-age=604800\r\n";

	private final String url;

	private final String wadl;

	private SteadyOrigin(String url, @Nullable Path description) throws IOException {
		this.url = url;
		this.wadl = (description != null) ? extended(description) : wadl();
	}

	static OriginProcess start() throws IOException {
		return start(null);
	}

	/**
	 * Start a service.
	 * @param description the WADL document that the types of recipes are added to, or
	 * {@code null} for one with these alone
	 * @return the running service
	 * @throws IOException if the process cannot be started
	 * @throws IllegalStateException if the document cannot be used
	 */
	static OriginProcess start(@Nullable Path description) throws IOException {
		return OriginProcess.start(SteadyOrigin.class, List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
				(description != null) ? List.of(description.toString()) : List.of());
	}

	public static void main(String[] args) throws IOException {
		try (ServerSocket server = new ServerSocket(0, 256, InetAddress.getLoopbackAddress())) {
			String url = "http://127.0.0.1:" + server.getLocalPort() + "/";
			SteadyOrigin origin = new SteadyOrigin(url, (args.length > 0) ? Path.of(args[0]) : null);
			System.out.println(url);
			while (true) {
				Socket socket = server.accept();
				socket.setTcpNoDelay(true);
				Thread thread = new Thread(() -> origin.serve(socket));
				thread.setDaemon(true);
				thread.start();
			}
		}
	}

	private void serve(Socket socket) {
		try (socket;
				InputStream in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
				OutputStream out = socket.getOutputStream()) {
			for (String line = line(in); !line.isEmpty(); line = line(in)) {
				Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
				for (String field = line(in); !field.isEmpty(); field = line(in)) {
					int colon = field.indexOf(':');
					headers.put(field.substring(0, colon), field.substring(colon + 1).strip());
				}
				String content = new String(
						in.readNBytes(Integer.parseInt(headers.getOrDefault("Content-Length", "0"))),
						StandardCharsets.UTF_8);
				String[] parts = line.split(" ");
				out.write(response(parts[0], parts[1], headers, content));
			}
		}
		catch (IOException ex) {
			// The client has closed the connection.
			return;
		}
	}

	private static String line(InputStream in) throws IOException {
		StringBuilder line = new StringBuilder();
		for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
			if (c != '\r') {
				line.append((char) c);
			}
		}
		return line.toString();
	}

	private byte[] response(String method, String target, Map<String, String> headers, String content) {
		String path = target.substring(1);
		if (path.isEmpty()) {
			boolean wadl = headers.getOrDefault("Accept", "").contains("wadl");
			return message("200 OK", wadl ? "application/vnd.sun.wadl+xml" : "application/json", ROOT_FIELDS,
					wadl ? this.wadl : root());
		}
		if (path.startsWith("recipes?") || path.equals("recipes")) {
			return message("200 OK", "application/json", "", page(path));
		}
		if (method.equals("PATCH")) {
			int begin = content.indexOf('"', content.indexOf(':')) + 1;
			String title = content.substring(begin, content.indexOf('"', begin));
			return message("209 Content Returned", "application/json", etag(title), entry(path, title));
		}
		String title = "How to cook what is at " + path;
		String etag = etag(title);
		String fields = etag + (path.startsWith("archived") ? "Cache-Control: max-age=86400\r\n" : "");
		if (etag.contains(headers.getOrDefault("If-None-Match", "none"))) {
			return message("304 Not Modified", null, fields, "");
		}
		return message("200 OK", "application/json", fields, entry(path, title));
	}

	private static String etag(String title) {
		return "ETag: \"6bdf418462113df3aebf3102c08a2d1841adf857-%08x\"\r\n".formatted(title.hashCode());
	}

	private static byte[] message(String status, @Nullable String mediaType, String fields, String content) {
		byte[] body = content.getBytes(StandardCharsets.UTF_8);
		String head = "HTTP/1.1 " + status + "\r\nDate: " + HTTP_DATE.format(Instant.now().atOffset(ZoneOffset.UTC))
				+ "\r\nServer: steady\r\nVary: Accept\r\n" + ((mediaType != null)
						? "Content-Type: " + mediaType + "\r\nContent-Length: " + body.length + "\r\n" : "")
				+ fields + "\r\n";
		byte[] bytes = new byte[head.length() + body.length];
		System.arraycopy(head.getBytes(StandardCharsets.US_ASCII), 0, bytes, 0, head.length());
		System.arraycopy(body, 0, bytes, head.length(), body.length);
		return bytes;
	}

	private String root() {
		return """
				{"resource_type_link": "%1$s#service-root", "recipes_collection_link": "%1$srecipes",
				 "archived_collection_link": "%1$sarchived"}""".formatted(this.url);
	}

	private String page(String path) {
		int at = path.indexOf("ws.start=");
		int start = (at < 0) ? 0 : Integer.parseInt(path.substring(at + "ws.start=".length()).split("&")[0]);
		StringBuilder page = new StringBuilder("{\"start\": " + start + ", \"total_size\": 1000000, "
				+ "\"next_collection_link\": \"%srecipes?ws.size=%d&ws.start=%d\", \"entries\": [".formatted(this.url,
						PAGE_SIZE, start + PAGE_SIZE));
		for (int id = start + 1; id <= start + PAGE_SIZE; id++) {
			String self = "recipes/" + id;
			page.append((id > start + 1) ? ", " : "").append(entry(self, "How to cook what is at " + self));
		}
		return page.append("]}").toString();
	}

	private String entry(String path, String title) {
		String id = path.substring(path.indexOf('/') + 1);
		StringBuilder entry = new StringBuilder(5000);
		entry.append("{\"self_link\": \"" + this.url + path + "\", \"web_link\": \"" + this.url + path
				+ "\", \"resource_type_link\": \"" + this.url + "#recipe\", \"id\": " + id
				+ ", \"private\": false, \"kind\": \"Main dish\", \"name\": null, \"title\": \"" + title
				+ "\", \"description\": \"" + DESCRIPTION_TEXT + "\"");
		for (int i = 0; i < 5; i++) {
			entry.append(", \"date_" + i + "\": \"2026-11-0" + (i + 1) + "T12:34:56.789012+00:00\"");
		}
		for (int i = 0; i < 10; i++) {
			entry.append(", \"number_of_things_" + i + "\": " + (i * 37));
		}
		for (int i = 0; i < 15; i++) {
			entry.append(", \"related_" + i + "_collection_link\": \"" + this.url + path + "/related_" + i + "\"");
		}
		entry
			.append(", \"tags\": [\"baked\", \"sweet\"], \"http_etag\": \"\\\"6bdf418462113df3aebf3102c08a2d18\\\"\"}");
		return entry.toString();
	}

	/** Another service's description, with this URL and with the types of recipes. */
	private String extended(Path description) throws IOException {
		String text = Files.readString(description);
		String base = "resources base=\"";
		String root = "id=\"service-root-json\">";
		String end = "application>";
		for (String needed : List.of(base, root, end)) {
			require(text.contains(needed), description, "has no '" + needed + "'");
		}
		for (String own : List.of("resource_type id=\"recipes\"", "resource_type id=\"recipe\"")) {
			require(!text.contains(own), description, "has '" + own + "', which is added to it");
		}
		int begin = text.indexOf(base) + base.length();
		text = text.replace(text.substring(begin, text.indexOf('"', begin)), this.url);
		String wadl = wadl();
		String params = wadl.substring(wadl.indexOf(root) + root.length(),
				wadl.indexOf("</representation>", wadl.indexOf(root)));
		String types = wadl.substring(wadl.indexOf("<resource_type id=\"recipes\""), wadl.lastIndexOf("</"));
		int last = text.lastIndexOf("</");
		return text.substring(0, last).replace(root, root + params) + types + text.substring(last);
	}

	private static void require(boolean condition, Path description, String wrong) {
		if (!condition) {
			throw new IllegalArgumentException(
					"The description '%s' %s; use another WADL document".formatted(description, wrong));
		}
	}

	private String wadl() {
		StringBuilder params = new StringBuilder();
		List.of("id", "private", "kind", "name", "title", "description", "tags", "http_etag")
			.forEach((name) -> params.append(parameter(name, "")));
		for (int i = 0; i < 5; i++) {
			params.append(parameter("date_" + i, " type=\"xsd:dateTime\""));
		}
		for (int i = 0; i < 10; i++) {
			params.append(parameter("number_of_things_" + i, ""));
		}
		return """
				<application xmlns="http://research.sun.com/wadl/2006/10" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
				  <resources base="%1$s"><resource path="" type="#service-root"/></resources>
				  <resource_type id="service-root"><method name="GET" id="service-root-get"><response>
				    <representation href="#service-root-json"/></response></method></resource_type>
				  <representation mediaType="application/json" id="service-root-json">
				    <param style="plain" name="recipes_collection_link" path="$['recipes_collection_link']">
				      <link resource_type="#recipes"/></param>
				    <param style="plain" name="archived_collection_link" path="$['archived_collection_link']">
				      <link resource_type="#recipes"/></param></representation>
				  <resource_type id="recipes"><method name="GET" id="recipes-get"><response>
				    <representation href="#recipe-page"/></response></method></resource_type>
				  <resource_type id="recipe"><method name="GET" id="recipe-get"><response>
				    <representation href="#recipe-full"/></response></method>
				    <method name="PATCH" id="recipe-patch"><request><representation href="#recipe-diff"/></request>
				    </method></resource_type>
				  <representation mediaType="application/json" id="recipe-full">%2$s</representation>
				  <representation mediaType="application/json" id="recipe-diff">%2$s</representation>
				  <representation mediaType="application/json" id="recipe-page">
				    <param style="plain" name="next_collection_link" path="$['next_collection_link']"/>
				    <param style="plain" name="entries" path="$['entries']"/>
				    <param style="plain" name="entry_links" path="$['entries'][*]['self_link']"><link resource_type="#recipe"/></param>
				  </representation>
				</application>
				"""
			.formatted(this.url, params);
	}

	private static String parameter(String name, String type) {
		return "<param style=\"plain\" name=\"" + name + "\" path=\"$['" + name + "']\"" + type + "/>\n";
	}

}
