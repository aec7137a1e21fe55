package dev.hyperclient.internal.transaction;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

import dev.hyperclient.cache.api.CacheRequest;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.internal.policy.BypassPolicy;
import dev.hyperclient.internal.policy.CacheControl;
import dev.hyperclient.internal.policy.ForwardReason;
import dev.hyperclient.internal.policy.Freshness;
import dev.hyperclient.internal.policy.QueryContent;
import dev.hyperclient.internal.policy.ReuseDecision;
import org.jspecify.annotations.Nullable;

import org.springframework.http.HttpHeaders;

/**
 * The reasons of decisions, for logs.
 */
final class DecisionText {

	private DecisionText() {
	}

	static String bypass(TransactionContext context, ForwardReason reason) {
		return "bypasses the cache: " + (context.isExcluded() ? "not cached by a rule"
				: BypassPolicy.text(context.request(), context.profile())) + fwd(reason);
	}

	/**
	 * Return why a stored response is reused or not.
	 * @param reason returns why the request is forwarded
	 */
	static String reuse(TransactionContext context, ReuseDecision decision, @Nullable StoredResponse stored,
			Supplier<ForwardReason> reason) {
		String text = reuse(context, decision, stored);
		boolean forwards = decision instanceof ReuseDecision.Forward || decision instanceof ReuseDecision.Validate;
		if (!forwards) {
			return text;
		}
		ForwardReason why = reason.get();
		if (why == ForwardReason.PARTIAL) {
			// What is stored may be fresh.
			return "the requested range is not stored" + fwd(why);
		}
		boolean isForOthers = stored == null && why == ForwardReason.VARY_MISS;
		return text + (isForOthers ? " for this user or these header fields" : "") + fwd(why);
	}

	private static String reuse(TransactionContext context, ReuseDecision decision, @Nullable StoredResponse stored) {
		if (decision instanceof ReuseDecision.GatewayTimeout) {
			return "only-if-cached, but no stored response may be served";
		}
		if (stored == null) {
			return "nothing is stored";
		}
		Freshness freshness = context.reusePolicy().freshness(stored, context.requestTime());
		String age = "age %s, lifetime %s".formatted(seconds(freshness.age()), seconds(freshness.lifetime()));
		if (decision instanceof ReuseDecision.Reuse) {
			return "fresh: " + age;
		}
		if (decision instanceof ReuseDecision.ServeStale) {
			return "stale, but the request or the response allows it: " + age;
		}
		if (decision instanceof ReuseDecision.Validate) {
			return validation(context.request(), stored, freshness) + "; validated: " + age;
		}
		return context.reusePolicy().isSelected(context.request(), stored)
				? (QueryContent.isUnconditional(context.request()) ? "a POST is not validated"
						: hasValidator(stored) ? "status " + stored.status() + " is not validated"
								: "stored without a validator")
						+ ", and not fresh enough: " + age
				: "the stored response is for other header fields or another user";
	}

	private static String validation(CacheRequest request, StoredResponse stored, Freshness freshness) {
		if (CacheControl.ofRequest(request.headers()).demandsValidation()) {
			return "the request demands validation";
		}
		if (stored.identityHash() == null) {
			return "stored for an unknown user";
		}
		return freshness.isFresh() ? "not fresh enough for the request" : "stale";
	}

	/**
	 * Return why a response is stored or not.
	 */
	static String storage(TransactionContext context, Optional<StoredResponse> stored, int status,
			HttpHeaders headers) {
		return stored.map((response) -> "stored, " + use(context, response))
			.orElseGet(() -> "not stored: " + refusal(context, status, headers));
	}

	/**
	 * Return that a response is stored whose content follows.
	 */
	static String streamed(TransactionContext context, StoredResponse stored) {
		return "stored if it is complete, " + use(context, stored);
	}

	private static String refusal(TransactionContext context, int status, HttpHeaders headers) {
		String refusal = context.storage().refusal(status, headers);
		return (refusal != null) ? refusal : "status " + status;
	}

	static String confirmation(TransactionContext context, StoredResponse freshened) {
		return "confirmed by a 304" + (context.stores() ? ", " + use(context, freshened) : "");
	}

	/**
	 * Return the parameter of {@code Cache-Status} (RFC 9211).
	 */
	private static String fwd(ForwardReason reason) {
		return "; fwd=" + reason;
	}

	private static String use(TransactionContext context, StoredResponse stored) {
		if (Freshness.hasLifetime(context.effective(stored.status(), stored.headers()))) {
			return "with a lifetime";
		}
		return hasValidator(stored) ? "to be validated before each use"
				: "without a lifetime and a validator: the next read fetches it again";
	}

	private static boolean hasValidator(StoredResponse stored) {
		return stored.headers().containsHeader(HttpHeaders.ETAG)
				|| stored.headers().containsHeader(HttpHeaders.LAST_MODIFIED);
	}

	private static String seconds(Duration duration) {
		return duration.toSeconds() + " s";
	}

}
