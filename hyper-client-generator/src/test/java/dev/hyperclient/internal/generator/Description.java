package dev.hyperclient.internal.generator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes small descriptions. Each type has the content of its JSON representation, in the
 * notation of WADL, and methods.
 */
final class Description {

	private final Map<String, String> fields = new LinkedHashMap<>();

	private final Map<String, String> methods = new LinkedHashMap<>();

	private final StringBuilder root = new StringBuilder();

	private String documentation = "";

	Description documentation(String text) {
		this.documentation = "<doc>" + text + "</doc>";
		return this;
	}

	/** Add a type of entries with a collection in the root. */
	Description type(String id, String content) {
		this.fields.put(id, content);
		this.methods.putIfAbsent(id, "");
		return this;
	}

	Description method(String type, String method) {
		this.methods.merge(type, method, String::concat);
		return this;
	}

	Description root(String content) {
		this.root.append(content);
		return this;
	}

	static String attribute(String name) {
		return attribute(name, "");
	}

	static String attribute(String name, String content) {
		return "<param style='plain' name='%s' path='$'>%s</param>".formatted(name, content);
	}

	static String link(String name, String type) {
		return attribute(name, "<link resource_type='#%s'/>".formatted(type));
	}

	static String operation(String name, String params) {
		return "<method name='GET'><request><param style='query' name='ws.op' required='true' fixed='%s'/>%s</request></method>"
			.formatted(name, params);
	}

	static String patch(String params) {
		return "<method name='PATCH'><request><representation mediaType='application/json'>%s</representation></request></method>"
			.formatted(params);
	}

	static String parameter(String name, boolean required) {
		return "<param style='query' name='%s' required='%s'/>".formatted(name, required);
	}

	@Override
	public String toString() {
		StringBuilder wadl = new StringBuilder("""
				<?xml version="1.0"?>
				<application xmlns="http://research.sun.com/wadl/2006/10" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
				%s
				<resources base="http://api.example.com/1.0/"><resource path="" type="#service-root"/></resources>
				<resource_type id="service-root">
				<method name="GET"><response><representation href="#service-root-json"/></response></method>
				</resource_type>
				<representation id="service-root-json" mediaType="application/json">
				%s
				</representation>
				""".formatted(this.documentation, this.root));
		this.fields.forEach((id, content) -> wadl.append("""
				<resource_type id="%1$s">
				<method name="GET"><response><representation href="#%1$s-full"/></response></method>
				%3$s
				</resource_type>
				<representation id="%1$s-full" mediaType="application/json">
				%2$s
				</representation>
				""".formatted(id, content, this.methods.get(id))));
		return wadl.append("</application>\n").toString();
	}

	Path writeTo(Path file) {
		try {
			return Files.writeString(file, toString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
