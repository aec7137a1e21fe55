package dev.hyperclient;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Lets native images find the methods of resources and descriptions that Jackson calls,
 * the messages of the JDK's XML parser, and the proxies of the typed code.
 */
final class ClientRuntimeHints implements RuntimeHintsRegistrar {

	private static final MemberCategory[] METHODS = { MemberCategory.INVOKE_PUBLIC_METHODS,
			MemberCategory.INVOKE_DECLARED_METHODS };

	/** Names, since these packages depend on this one. */
	private static final List<String> OTHER_PACKAGES = List.of("dev.hyperclient.typed.ExtensibleEnum",
			"dev.hyperclient.typed.TypedCollection", "dev.hyperclient.typed.TypedEntry",
			"dev.hyperclient.typed.TypedRoot");

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		for (Class<?> type : List.of(DescribedResource.class, DefaultEntry.class, DefaultEntryCollection.class,
				DefaultServiceRoot.class, DefaultNamedOperation.class, DefaultHostedFile.class, TypeDescription.class,
				LinkDescription.class, ValueDescription.class, OperationDescription.class)) {
			hints.reflection().registerType(type, METHODS);
		}
		for (String type : OTHER_PACKAGES) {
			hints.reflection().registerTypeIfPresent(classLoader, type, METHODS);
		}
		hints.proxies().registerJdkProxy(Entry.class).registerJdkProxy(EntryCollection.class);
		hints.resources().registerResourceBundle("com.sun.org.apache.xerces.internal.impl.msg.XMLMessages");
	}

}
