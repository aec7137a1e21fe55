package dev.hyperclient.kotlin

import dev.hyperclient.Entry
import dev.hyperclient.EntryCollection
import dev.hyperclient.ServiceResource
import dev.hyperclient.ServiceRoot
import dev.hyperclient.typed.TypedCollection
import dev.hyperclient.typed.TypedIteration
import java.time.Duration
import java.util.function.Function
import java.util.stream.Stream
import kotlin.reflect.KType
import kotlin.reflect.typeOf

/**
 * Return the representation as an instance of a class, as [Entry.to] does. Makes one GET if this entry is not fetched.
 *
 * @throws IllegalArgumentException if the class has type arguments other than `*`, `Any` and the arguments of a map
 */
public inline fun <reified T : Any> Entry.to(): T = to(withoutArguments(typeOf<T>(), T::class.java))

/**
 * Return the entries as instances of a class, as [EntryCollection.stream] does. Requests pages while it is read.
 *
 * @throws IllegalArgumentException if the class has type arguments other than `*`, `Any` and the arguments of a map
 */
public inline fun <reified T : Any> EntryCollection.streamOf(): Stream<T> = stream(withoutArguments(typeOf<T>(), T::class.java))

/** Values are read by class, so type arguments would be ignored. */
@PublishedApi
internal fun <T> withoutArguments(type: KType, erased: Class<T>): Class<T> {
	require(erased == Map::class.java || type.arguments.all { it.type == null || it.type?.classifier == Any::class }) {
		"$type cannot be read, since it has type arguments; declare a class without them"
	}
	return erased
}

/**
 * Load a resource of a known kind, as [ServiceRoot.load] does. Makes one GET.
 */
public inline fun <reified R : ServiceResource> ServiceRoot.load(url: String): R = load(url, R::class.java)

/**
 * Look up an entry that may not exist by its key, as [EntryCollection.find] does, with its requests.
 *
 * @return the entry, or `null` if the service answers 404
 */
public fun EntryCollection.findOrNull(key: Any): Entry? = find(key).orElse(null)

/**
 * Look up an entry that may not exist by its key, as [TypedCollection.find] does, with its requests.
 *
 * @return the entry, or `null` if the service answers 404
 */
public fun <E : Any> TypedCollection<E>.findOrNull(key: Any): E? = find(key).orElse(null)

/**
 * Refresh this entry until a condition holds, as [Entry.await] does. Makes the requests of that method.
 * ```
 * recipe.await(Duration.ofMinutes(5)) { it["status"] == "Cooked" }
 * ```
 * @param timeout the maximum time, positive
 * @param condition tests the entry
 * @throws dev.hyperclient.error.CallTimeoutException if the condition does not hold in time
 */
public fun Entry.await(timeout: Duration, condition: (Entry) -> Boolean): Unit = await(condition, timeout)

/**
 * Prefetch a link of typed entries, as [TypedIteration.prefetch] does. Makes no request.
 * ```
 * recipes.iteration().prefetch { it.dish() }
 * ```
 * @param link returns the link; called once, on an entry without content
 * @throws IllegalArgumentException if it does not return a link of the entry
 */
public fun <E : Any> TypedIteration<E>.prefetch(link: (E) -> Any?): TypedIteration<E> = prefetch(Function(link))
