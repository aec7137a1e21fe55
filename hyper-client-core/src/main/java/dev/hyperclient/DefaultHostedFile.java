package dev.hyperclient;

import java.net.URI;
import java.nio.file.Path;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.hyperclient.error.UnexpectedResponseException;
import dev.hyperclient.http.ServiceRequest;
import dev.hyperclient.http.ServiceResponse;
import dev.hyperclient.internal.description.ResourceType;
import org.jspecify.annotations.Nullable;

import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.util.Assert;

/**
 * Default {@link HostedFile}, which checks arguments before a request is made.
 *
 * @param context what resources of one root share
 * @param uri the URL
 * @param type the type of the file, {@code null} if it is unknown
 */
record DefaultHostedFile(ServiceContext context, URI uri, @Nullable ResourceType type) implements HostedFile {

	/** A mapper of the application must not write the properties of this class. */
	@JsonValue
	@Nullable Object json() {
		throw ResourceJson.refused(this.uri,
				"it is a hosted file. Return its uri(), or copy the stream of open() to the response");
	}

	@Override
	public FileContent open() {
		ServiceResponse response = this.context.exchange()
			.open(request(HttpMethod.GET, "read", ServiceMessages.accept(MediaType.ALL_VALUE)));
		int status = response.status();
		if (status / 100 != 2) {
			response.body().close();
			throw new UnexpectedResponseException(response.uri(),
					"%s was answered with %d, which is not the whole file".formatted(response.shownUri(), status));
		}
		return new FileContent(response);
	}

	@Override
	public void write(Path content, MediaType contentType) {
		Assert.notNull(content, "'content' must not be null");
		Path name = content.getFileName();
		write(new FileSystemResource(content), contentType, (name != null) ? name.toString() : "");
	}

	@Override
	public void write(Resource content, MediaType contentType, String fileName) {
		Assert.notNull(content, "'content' must not be null");
		Assert.notNull(contentType, "'contentType' must not be null");
		Assert.isTrue(contentType.isConcrete(),
				() -> "'contentType' must be a type without wildcards but is '%s'".formatted(contentType));
		HttpHeaders headers = ServiceMessages.accept(MediaType.ALL_VALUE);
		headers.set(HttpHeaders.CONTENT_TYPE, contentType.toString());
		headers.set(HttpHeaders.CONTENT_DISPOSITION, AttachmentName.disposition(fileName));
		ServiceRequest request = request(HttpMethod.PUT, "write", headers);
		ServiceMessages.requireSuccess(request, this.context.upload(request, content));
	}

	@Override
	public void delete() {
		ServiceRequest request = request(HttpMethod.DELETE, "delete", ServiceMessages.accept(MediaType.ALL_VALUE));
		ServiceResponse response = this.context.send(request);
		ServiceMessages.requireSuccess(request, response);
	}

	private ServiceRequest request(HttpMethod method, String call, HttpHeaders headers) {
		return ServiceRequest.of(method, this.uri, headers, null).withCall(ServiceMessages.call(this.type, call));
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof DefaultHostedFile file && file.uri.equals(this.uri);
	}

	@Override
	public int hashCode() {
		return this.uri.hashCode();
	}

	@Override
	public String toString() {
		return this.uri.toString();
	}

}
