package dev.hyperclient.docs.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.hyperclient.ServiceRoot;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/**
 * The controller of the guide that receives the webhooks of Launchpad.
 */
// tag::launchpad-webhook[]
@RestController
class LaunchpadWebhook {

	private static final int MAX_LENGTH = 1_000_000;

	private final ServiceRoot root;

	private final JsonMapper json;

	private final SecretKeySpec secret;

	LaunchpadWebhook(ServiceRoot root, JsonMapper json, @Value("${launchpad.webhook-secret}") String secret) {
		this.root = root;
		this.json = json;
		this.secret = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA1");
	}

	@PostMapping("/launchpad")
	void receive(InputStream content, @RequestHeader("X-Launchpad-Event-Type") String type,
			@RequestHeader("X-Hub-Signature") String signature) throws IOException, GeneralSecurityException {
		// A longer one has another signature.
		byte[] body = content.readNBytes(MAX_LENGTH);
		Mac mac = Mac.getInstance("HmacSHA1");
		mac.init(this.secret);
		String expected = "sha1=" + HexFormat.of().formatHex(mac.doFinal(body));
		if (!MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8),
				signature.getBytes(StandardCharsets.UTF_8))) {
			throw new ResponseStatusException(HttpStatus.FORBIDDEN);
		}
		if (type.startsWith("bug:")) { // not "ping"
			String path = this.json.readTree(body).path("bug").asString(); // "/bugs/1"
			URI bug = this.root.uri().resolve(path.substring(1));
			this.root.cache().evict(bug);
			this.root.cache().evictAll(URI.create(bug + "/"));
			this.root.cache().evictAll(URI.create(bug + "?ws.op="));
		}
	}

}
// end::launchpad-webhook[]
