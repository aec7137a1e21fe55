package dev.hyperclient.kotlin

import dev.hyperclient.Entry
import dev.hyperclient.EntryCollection
import dev.hyperclient.HostedFile
import dev.hyperclient.error.AttributeValueException
import dev.hyperclient.typed.TypedValues
import java.math.BigDecimal
import java.net.URI
import java.time.LocalDate
import java.time.OffsetDateTime
import kotlin.properties.PropertyDelegateProvider
import kotlin.properties.ReadWriteProperty
import kotlin.reflect.KClass
import kotlin.reflect.KProperty

/**
 * Make an extension property of [Entry] an attribute, or a link without `_link`:
 * ```
 * var Entry.firstServed: LocalDate? by attribute()
 * ```
 * Reading makes one GET if the entry is not fetched; setting changes the entry, which must then be saved.
 *
 * @param T `String`, `Int`, `Long`, `Double`, `BigDecimal`, `Boolean`, `LocalDate`, `OffsetDateTime`, `URI`, `Any`, or
 * for a link `Entry`, `EntryCollection` or `HostedFile`. If it is not nullable, reading null throws an
 * [AttributeValueException]
 * @param name the name in the representation; by default the name of the property, `first_served` for `firstServed`
 * @throws IllegalArgumentException if the type is none of these
 */
public inline fun <reified T> attribute(
	name: String? = null
): PropertyDelegateProvider<Any?, ReadWriteProperty<Entry, T>> = attribute(T::class, null is T, name)

@PublishedApi
internal fun <T> attribute(
	type: KClass<*>,
	isNullable: Boolean,
	name: String?
): PropertyDelegateProvider<Any?, ReadWriteProperty<Entry, T>> {
	val read = requireNotNull(READERS[type]) {
		"An attribute cannot be read as ${type.java.name}; use one of ${READERS.keys.joinToString { it.simpleName ?: "" }}"
	}
	return PropertyDelegateProvider { _, property -> Attribute(name ?: property.name.replace(WORD, "_").lowercase(), isNullable, read) }
}

private class Attribute<T>(
	private val name: String,
	private val isNullable: Boolean,
	private val read: (Entry, String) -> Any?
) : ReadWriteProperty<Entry, T> {

	@Suppress("UNCHECKED_CAST")
	override fun getValue(thisRef: Entry, property: KProperty<*>): T {
		val value = read(thisRef, this.name)
		if (value == null && !this.isNullable) {
			throw AttributeValueException(thisRef.uri(),
				"'$name' of ${thisRef.uri()} is null; declare ${property.name} with a nullable type, such as String?", null)
		}
		return value as T
	}

	override fun setValue(thisRef: Entry, property: KProperty<*>, value: T) {
		thisRef[this.name] = value
	}

}

/** Where a word begins. Capitals in a row are one word, as in the names that [Entry.to] reads. */
private val WORD = Regex("(?<=[^\\p{Lu}_])(?=\\p{Lu})")

private val READERS: Map<KClass<*>, (Entry, String) -> Any?> = mapOf(
	String::class to Entry::getString,
	Int::class to ::int,
	Long::class to Entry::getLong,
	Double::class to Entry::getDouble,
	BigDecimal::class to Entry::getDecimal,
	Boolean::class to Entry::getBoolean,
	LocalDate::class to Entry::getDate,
	OffsetDateTime::class to Entry::getDateTime,
	URI::class to TypedValues::uri,
	Any::class to Entry::get,
	Entry::class to { entry, name -> entry.findEntry(name).orElse(null) },
	EntryCollection::class to Entry::collection,
	HostedFile::class to { entry, name -> entry.findFile(name).orElse(null) }
)

private fun int(entry: Entry, name: String): Int? {
	val value = entry.getLong(name) ?: return null
	return value.toInt().takeIf { it.toLong() == value }
		?: throw AttributeValueException(entry.uri(), "'$name' of ${entry.uri()} is $value, which is not an Int; declare it as Long", null)
}
