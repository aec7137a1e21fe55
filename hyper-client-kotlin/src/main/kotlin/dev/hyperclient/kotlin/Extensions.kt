package dev.hyperclient.kotlin

import dev.hyperclient.Entry
import dev.hyperclient.EntryCollection
import dev.hyperclient.ServiceResource
import dev.hyperclient.ServiceRoot
import java.util.stream.Stream

/**
 * Return the representation as an instance of a class, as [Entry.to] does. Makes one GET if this entry is not fetched.
 */
public inline fun <reified T : Any> Entry.to(): T = to(T::class.java)

/**
 * Return the entries as instances of a class, as [EntryCollection.stream] does. Requests pages while it is read.
 */
public inline fun <reified T : Any> EntryCollection.streamOf(): Stream<T> = stream(T::class.java)

/**
 * Load a resource of a known kind, as [ServiceRoot.load] does. Makes one GET.
 */
public inline fun <reified R : ServiceResource> ServiceRoot.load(url: String): R = load(url, R::class.java)
