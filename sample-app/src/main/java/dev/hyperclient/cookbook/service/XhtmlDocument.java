package dev.hyperclient.cookbook.service;

import java.nio.charset.StandardCharsets;
import java.util.TreeMap;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import org.springframework.web.util.HtmlUtils;

/**
 * Writes an entry for people: a list of its keys and values.
 */
final class XhtmlDocument {

	private XhtmlDocument() {
	}

	static byte[] of(ObjectNode representation) {
		TreeMap<String, JsonNode> sorted = new TreeMap<>();
		representation.properties().forEach((property) -> sorted.put(property.getKey(), property.getValue()));
		StringBuilder list = new StringBuilder("<dl xmlns=\"http://www.w3.org/1999/xhtml\">\n");
		sorted.forEach((key, value) -> list.append("<dt>")
			.append(escaped(key))
			.append("</dt><dd>")
			.append(value.isNull() ? "" : escaped(value.asString()))
			.append("</dd>\n"));
		return list.append("</dl>\n").toString().getBytes(StandardCharsets.UTF_8);
	}

	private static String escaped(String text) {
		StringBuilder wellFormed = new StringBuilder();
		text.codePoints()
			.map((character) -> isXml(character) ? character : '\ufffd')
			.forEach(wellFormed::appendCodePoint);
		return HtmlUtils.htmlEscapeDecimal(wellFormed.toString(), StandardCharsets.UTF_8.name());
	}

	private static boolean isXml(int character) {
		return character == '\t' || character == '\n' || character == '\r' || (character >= 0x20 && character < 0xd800)
				|| (character > 0xdfff && character < 0xfffe) || character > 0xffff;
	}

}
