package dev.hyperclient.typed;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;

import dev.hyperclient.EntryCollection;
import dev.hyperclient.error.NoSuchAttributeException;
import org.jspecify.annotations.Nullable;

/**
 * A collection that an entry should have, but whose link its representation lacks: so its
 * getter does not fail, but whatever needs the collection does.
 *
 * @param entry the URL of the entry that lacks it
 * @param name the name of the link without {@code _collection_link}
 */
record AbsentCollection(URI entry, String name) implements InvocationHandler {

	static EntryCollection of(URI entry, String name) {
		return (EntryCollection) Proxy.newProxyInstance(EntryCollection.class.getClassLoader(),
				new Class<?>[] { EntryCollection.class }, new AbsentCollection(entry, name));
	}

	@Override
	public Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments) {
		return switch (method.getName()) {
			case "equals" -> arguments != null && proxy == arguments[0];
			case "hashCode" -> System.identityHashCode(proxy);
			case "toString" -> "absent";
			default -> throw new NoSuchAttributeException(this.entry, this.name,
					"; it is described, but this representation does not have it");
		};
	}

}
