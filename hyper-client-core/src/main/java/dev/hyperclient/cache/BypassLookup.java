package dev.hyperclient.cache;

import java.util.Optional;

import dev.hyperclient.cache.store.ResponseWriter;
import dev.hyperclient.cache.store.StoredResponse;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;

/**
 * A request that the cache lets pass. If it has changed something, what is stored of its
 * address is invalidated (RFC 9111, 4.4).
 */
final class BypassLookup implements CacheLookup {

	private final Inquiry inquiry;

	BypassLookup(Inquiry inquiry) {
		this.inquiry = inquiry;
	}

	@Override
	public Optional<CacheAnswer> answer() {
		return Optional.empty();
	}

	@Override
	public ServiceRequest forward() {
		return this.inquiry.request();
	}

	/**
	 * The answer to a POST may be stored for later GETs if it says that it represents the
	 * very address, and for how long (RFC 9110, 9.3.3).
	 */
	@Override
	public boolean stores(int status, HttpHeaders headers) {
		ServiceRequest request = this.inquiry.request();
		String location = headers.getFirst(HttpHeaders.CONTENT_LOCATION);
		return this.inquiry.rules().isAlone() && HttpMethod.POST.equals(request.method()) && status == 200
				&& location != null && RequestKey.isPossible(request)
				&& request.uri().equals(Invalidation.resolved(request.uri(), location))
				&& !CacheControl.ofRequest(request.headers()).noStore() && Freshness.hasLifetime(headers)
				&& this.inquiry.mayStore(status, headers);
	}

	@Override
	public Optional<CacheLookup> retry(int status, HttpHeaders headers) {
		return Optional.empty();
	}

	@Override
	public CacheAnswer complete(ServiceResponse response) {
		boolean stores = stores(response.status(), response.headers()) && !this.inquiry.isOutdated();
		this.inquiry.cache().invalidation().after(this.inquiry.request(), response);
		if (stores) {
			Storing.response(this.inquiry, response).ifPresent(asGet()::put);
		}
		abandon();
		return CacheAnswer.of(response);
	}

	@Override
	public ResponseWriter begin(ServiceResponse head) {
		boolean outdated = this.inquiry.isOutdated();
		this.inquiry.cache().invalidation().after(this.inquiry.request(), head);
		Optional<StoredResponse> storable = outdated ? Optional.empty() : Storing.response(this.inquiry, head);
		abandon();
		return storable.map((response) -> asGet().begin(response)).orElse(ResponseWriter.NONE);
	}

	@Override
	public void abandon() {
		this.inquiry.tell(CacheOutcome.BYPASS);
	}

	private Inquiry asGet() {
		ServiceRequest request = this.inquiry.request();
		return this.inquiry.again(new ServiceRequest(HttpMethod.GET, request.uri(), request.headers(), null,
				request.identity(), request.deadline()));
	}

}
