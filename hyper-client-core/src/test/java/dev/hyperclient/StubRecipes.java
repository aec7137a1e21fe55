package dev.hyperclient;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;

import dev.hyperclient.fixtures.ScriptedServer;

/**
 * A service for a {@link ScriptedServer}: four recipes on two pages, a picture behind a
 * redirect, validation, compression, and instructions that contain the method, the recipe
 * and the user of the request.
 */
final class StubRecipes {

	private static final String JSON = "Content-Type: application/json";

	private StubRecipes() {
	}

	static void respond(ScriptedServer.Request request, ScriptedServer.Connection connection) throws IOException {
		String root = "%s://%s/1.0/".formatted(connection.isSecure() ? "https" : "http", request.headers().get("Host"));
		String user = user(request);
		switch (request.target().substring("/1.0/".length())) {
			case "" -> root(root, request, connection);
			case "recipes" -> {
				if (request.method().equals("POST")) {
					connection.respond(201, "Location: " + root + "recipes/5", "");
				}
				else {
					connection.respond(200, JSON, page(root, user, 0, 1, 2));
				}
			}
			case "recipes?ws.start=2&ws.size=2" -> connection.respond(200, JSON, page(root, user, 2, 3, 4));
			case "recipes/4/picture" -> {
				switch (request.method()) {
					case "GET" -> connection.respond(303, "Location: " + root + "files/1", "");
					case "PUT" -> connection.respond(200, "", "");
					default -> connection.send("HTTP/1.1 204 No Content\r\n\r\n");
				}
			}
			case "files/1" -> connection.respond(200, "Content-Type: image/png", "picture");
			case "recipes/404" -> connection.respond(404, "Content-Type: text/plain", "No such recipe");
			default -> recipe(root, user, request, connection);
		}
	}

	/** A server that answers requests for the first recipe in another way. */
	static ScriptedServer serverExceptFor(ScriptedServer.Script first) {
		return new ScriptedServer((request, connection) -> (request.target().equals("/1.0/recipes/1") ? first
				: (ScriptedServer.Script) StubRecipes::respond)
			.respond(request, connection));
	}

	private static void root(String root, ScriptedServer.Request request, ScriptedServer.Connection connection)
			throws IOException {
		if (request.headers().get("Accept").equals(StubService.WADL_TYPE)) {
			connection.respond(200, "Content-Type: " + StubService.WADL_TYPE, StubService.wadl(root));
		}
		else {
			connection.respond(200, JSON,
					"{\"resource_type_link\": \"%1$s#service-root\", \"recipes_collection_link\": \"%1$srecipes\"}"
						.formatted(root));
		}
	}

	private static void recipe(String root, String user, ScriptedServer.Request request,
			ScriptedServer.Connection connection) throws IOException {
		int id = Integer.parseInt(request.target().substring("/1.0/recipes/".length()));
		String headers = "\r\nVary: Accept, Authorization\r\nETag: \"%d\"\r\n".formatted(id);
		if ("\"%d\"".formatted(id).equals(request.headers().get("If-None-Match"))) {
			connection.send("HTTP/1.1 304 Not Modified" + headers + "\r\n");
			return;
		}
		byte[] body = recipe(root, request.method(), id, user).getBytes(StandardCharsets.UTF_8);
		if (request.headers().getOrDefault("Accept-Encoding", "").contains("gzip")) {
			headers += "Content-Encoding: gzip\r\n";
			body = gzip(body);
		}
		int status = request.method().equals("PATCH") ? 209 : 200;
		connection
			.send("HTTP/1.1 %d Text\r\n%s%sContent-Length: %d\r\n\r\n".formatted(status, JSON, headers, body.length));
		if (!request.method().equals("HEAD")) {
			connection.send(body);
		}
	}

	/** The recipe as an anonymous GET returns it. */
	static String recipe(String root, int id) {
		return recipe(root, "GET", id, "");
	}

	private static String recipe(String root, String method, int id, String user) {
		return """
				{"self_link": "%1$srecipes/%2$d", "resource_type_link": "%1$s#recipe", "http_etag": "\\"%2$d\\"", "id": %2$d,
				 "instructions": "%3$s recipe %2$d%4$s", "picture_link": "%1$srecipes/4/picture"}"""
			.formatted(root, id, method, user.isEmpty() ? "" : " for " + user);
	}

	private static String page(String root, String user, int start, Integer... ids) {
		String next = (start > 0) ? ""
				: ", \"next_collection_link\": \"%srecipes?ws.start=2&ws.size=2\"".formatted(root);
		return "{\"start\": %d, \"total_size\": 4, \"resource_type_link\": \"%s#recipes\", \"entries\": [%s]%s}"
			.formatted(start, root,
					Arrays.stream(ids).map((id) -> recipe(root, "GET", id, user)).collect(Collectors.joining(",")),
					next);
	}

	private static String user(ScriptedServer.Request request) {
		String authorization = request.headers().getOrDefault("Authorization", "");
		if (!authorization.startsWith("Basic ")) {
			return "";
		}
		String decoded = new String(Base64.getDecoder().decode(authorization.substring("Basic ".length())),
				StandardCharsets.UTF_8);
		return decoded.substring(0, decoded.indexOf(':'));
	}

	static byte[] gzip(byte[] plain) {
		ByteArrayOutputStream packed = new ByteArrayOutputStream();
		try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
			out.write(plain);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return packed.toByteArray();
	}

}
