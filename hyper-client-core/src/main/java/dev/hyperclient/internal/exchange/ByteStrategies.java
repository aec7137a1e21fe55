package dev.hyperclient.internal.exchange;

import java.util.List;

import org.springframework.core.codec.ByteArrayEncoder;
import org.springframework.core.codec.DataBufferDecoder;
import org.springframework.http.codec.DecoderHttpMessageReader;
import org.springframework.http.codec.EncoderHttpMessageWriter;
import org.springframework.http.codec.HttpMessageReader;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.web.reactive.function.client.ExchangeStrategies;

/**
 * Codecs of a {@code WebClient} that sends and receives bytes only, as this client does.
 * Those that are used by default, for JSON and others, take a part of each start.
 * Thread-safe.
 */
public final class ByteStrategies implements ExchangeStrategies {

	private final List<HttpMessageReader<?>> readers = List.of(new DecoderHttpMessageReader<>(new DataBufferDecoder()));

	private final List<HttpMessageWriter<?>> writers = List.of(new EncoderHttpMessageWriter<>(new ByteArrayEncoder()));

	@Override
	public List<HttpMessageReader<?>> messageReaders() {
		return this.readers;
	}

	@Override
	public List<HttpMessageWriter<?>> messageWriters() {
		return this.writers;
	}

}
