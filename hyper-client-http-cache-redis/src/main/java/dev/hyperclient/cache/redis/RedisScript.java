package dev.hyperclient.cache.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.data.redis.core.script.DigestUtils;

/**
 * The scripts. Each one changes the keys of one URL or of the groups of one origin,
 * atomically; all have the same hash tag, also those that are derived from stored values.
 * A value of another type is replaced, as if it were absent. Every key has a time to live
 * as soon as it exists. A reply is a list without nulls, since a reactive sequence has
 * none.
 * <p>
 * A new generation consists of the process and of the time of its execution, since a
 * connection may send a command again after a reconnect: a generation that has ended must
 * not begin again.
 */
enum RedisScript {

	/**
	 * Find a response, or prepare to store one.
	 * <p>
	 * Keys: URL, entry. Arguments: the process, the time to live of a new generation in
	 * ms, the maximum size of an entry, the hash of its media type, whether groups may be
	 * read, which have other hash tags. Reply: the generation, then the entry if there is
	 * one, and if that is in groups, which may be read, their keys, separated by spaces,
	 * and their generations. The error of Redis if it refuses to write a generation.
	 */
	FIND("""
			local u, g, found = KEYS[1], generation(KEYS[1]), false
			if g then
				local size = redis.pcall('STRLEN', KEYS[2])
				if type(size) == 'number' and size > 32 and size <= tonumber(ARGV[3]) then
					found = redis.call('GET', KEYS[2])
					found = string.sub(found, 1, 32) == g and found
				end
			else
				g = new(ARGV[1])
				local set = redis.pcall('HSET', u, 'g', g)
				if type(set) == 'table' then return set end
			end
			if not found then
				prolong(u, tonumber(ARGV[2]))
				return {g}
			end
			local reply = {g, found}
			local isInGroups = ARGV[5] == '1' and string.byte(found, 70) == 2
			local groups = isInGroups and redis.call('HGET', u, 'k' .. ARGV[4])
			if groups then
				reply[3] = groups
				for key in string.gmatch(groups, '%S+') do
					local present = group(key)
					if not present then return {g, found} end
					reply[#reply + 1] = present
				end
			end
			return reply
			"""),

	/**
	 * Store a response, unless the generation has changed.
	 * <p>
	 * Keys: URL, entry, content or the URL. Arguments: the process, the time to live of
	 * the entry in ms, the hash of the media type, the expected generation or nothing,
	 * the entry without its generation, the media type, the number of parts of the
	 * content or 0, the beginning of the keys of contents, the keys of the groups or
	 * nothing. Reply: 1 if it is stored, otherwise 0.
	 */
	PUT("""
			local u, e, b, ttl, parts = KEYS[1], KEYS[2], KEYS[3], tonumber(ARGV[2]), tonumber(ARGV[7])
			local g = generation(u)
			if (ARGV[4] ~= '' and g ~= ARGV[4]) or (parts > 0 and redis.pcall('HLEN', b) ~= parts) then
				if parts > 0 then redis.call('UNLINK', b) end
				return {0}
			end
			if not g then
				g = new(ARGV[1])
				redis.call('HSET', u, 'g', g)
				prolong(u, ttl)
			end
			if parts > 0 then prolong(b, ttl) end
			discard(e, ARGV[8], string.sub(ARGV[5], 2, 33))
			redis.call('SET', e, g .. ARGV[5], 'PX', ttl)
			if redis.call('HLEN', u) < 512 then
				redis.call('HSET', u, ARGV[3], ARGV[6])
				if ARGV[9] ~= '' then redis.call('HSET', u, 'k' .. ARGV[3], ARGV[9]) end
			end
			prolong(u, ttl)
			return {1}
			"""),

	/**
	 * Remove a response.
	 * <p>
	 * Keys: URL, entry. Arguments: the hash of the media type, the beginning of the keys
	 * of contents. Reply: the number of removed entries.
	 */
	REMOVE("""
			discard(KEYS[2], ARGV[2], '')
			redis.pcall('HDEL', KEYS[1], ARGV[1], 'k' .. ARGV[1])
			return {redis.call('UNLINK', KEYS[2])}
			"""),

	/**
	 * Remove the responses of a URL and end its generation. If that is the expected one,
	 * begin another.
	 * <p>
	 * Keys: URL. Arguments: the beginning of the keys of entries, and of the keys of
	 * contents, the expected generation or nothing, the process, the time to live of the
	 * new generation in ms. Reply: 1, and the new generation if it has begun.
	 */
	INVALIDATE("""
			local entries = redis.pcall('HKEYS', KEYS[1])
			local renews = ARGV[3] ~= '' and generation(KEYS[1]) == ARGV[3]
			redis.call('UNLINK', KEYS[1])
			if not entries.err then
				for i = 1, math.min(#entries, 600) do
					if entries[i] ~= 'g' and #entries[i] == 32 then
						local e = ARGV[1] .. entries[i]
						discard(e, ARGV[2], '')
						redis.call('UNLINK', e)
					end
				end
			end
			if not renews then return {1} end
			local g = new(ARGV[4])
			if type(redis.pcall('HSET', KEYS[1], 'g', g)) == 'table' then return {1} end
			redis.call('PEXPIRE', KEYS[1], ARGV[5])
			return {1, g}
			"""),

	/**
	 * End the generation of a URL without stored responses.
	 * <p>
	 * Keys: URL. Reply: 1.
	 */
	END("""
			local entries = redis.pcall('HKEYS', KEYS[1])
			if not entries.err then
				for i = 1, math.min(#entries, 600) do
					local e = string.sub(KEYS[1], 1, -2) .. 'e:' .. entries[i]
					if entries[i] ~= 'g' and redis.call('EXISTS', e) == 1 then return {1} end
				end
			end
			redis.call('UNLINK', KEYS[1])
			return {1}
			"""),

	/**
	 * Return the generations of groups that a response is stored with.
	 * <p>
	 * Keys: the latest invalidation of a group of the origin, groups of the origin.
	 * Arguments: the process, the time to live of the groups in ms, the letter and the
	 * process of the latest invalidation if Redis has none, its time to live in ms.
	 * Reply: the time in microseconds, the generation that the latest invalidation has
	 * begun, and the generation of each group: a letter, i after an invalidation, then as
	 * that of a URL.
	 */
	JOIN("""
			local now, ttl = redis.call('TIME'), tonumber(ARGV[2])
			local latest = group(KEYS[1])
			if not latest then
				latest = new(ARGV[3])
				redis.call('SET', KEYS[1], latest, 'PX', ARGV[4])
			end
			local reply = {now[1] * 1000000 + now[2], latest}
			for i = 2, #KEYS do
				local g = group(KEYS[i])
				if g then
					prolong(KEYS[i], ttl)
				else
					g = 'n' .. new(ARGV[1])
					redis.call('SET', KEYS[i], g, 'PX', ttl)
				end
				reply[i + 1] = g
			end
			return reply
			"""),

	/**
	 * Return the generations of groups.
	 * <p>
	 * Keys: groups of one origin. Reply: each generation, or nothing if one is missing.
	 */
	GROUPS("""
			local reply = {}
			for i = 1, #KEYS do
				reply[i] = group(KEYS[i])
				if not reply[i] then return {} end
			end
			return reply
			"""),

	/**
	 * End the generation of a group. A full Redis that refuses writes permits those that
	 * follow a removal in a script.
	 * <p>
	 * Keys: group, the latest invalidation of a group of the origin. Arguments: the
	 * process, the time to live of each key in ms. Reply: 1.
	 */
	INVALIDATE_GROUP("""
			local g = 'i' .. new(ARGV[1])
			redis.call('UNLINK', KEYS[1])
			redis.call('SET', KEYS[1], g, 'PX', ARGV[2])
			redis.call('SET', KEYS[2], g, 'PX', ARGV[3])
			return {1}
			"""),

	/**
	 * Append a part of content.
	 * <p>
	 * Keys: content. Arguments: the index of the part, its bytes, the time to live in ms.
	 * Reply: 1.
	 */
	APPEND("""
			redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
			redis.call('PEXPIRE', KEYS[1], ARGV[3])
			return {1}
			"""),

	/**
	 * Remove content that no entry refers to.
	 * <p>
	 * Keys: content. Reply: the number of removed keys.
	 */
	DISCARD("""
			return {redis.call('UNLINK', KEYS[1])}
			"""),

	/**
	 * Read a part of content.
	 * <p>
	 * Keys: content. Arguments: the index of the part, its maximum size. Reply: the part,
	 * or nothing.
	 */
	PART("""
			local size = redis.pcall('HSTRLEN', KEYS[1], ARGV[1])
			if type(size) ~= 'number' or size == 0 or size > tonumber(ARGV[2]) then return {} end
			return {redis.call('HGET', KEYS[1], ARGV[1])}
			"""),

	/**
	 * Read the beginning of an entry.
	 * <p>
	 * Keys: entry. Arguments: how many bytes. Reply: the size of the entry and its first
	 * bytes, or nothing.
	 */
	HEAD("""
			local size = redis.pcall('STRLEN', KEYS[1])
			if type(size) ~= 'number' then return {} end
			return {size, redis.call('GETRANGE', KEYS[1], 0, tonumber(ARGV[1]) - 1)}
			""");

	private static final String FUNCTIONS = """
			local function generation(u)
				local g = redis.pcall('HGET', u, 'g')
				if type(g) == 'string' and #g == 32 then return g end
				if type(g) ~= 'boolean' then redis.call('UNLINK', u) end
				return false
			end
			local function new(process)
				local now = redis.call('TIME')
				return process .. string.format('%08x%08x', now[1], now[2])
			end
			local function group(key)
				local g = redis.pcall('GET', key)
				return type(g) == 'string' and #g == 33 and string.find(g, '^[in]%x+$') and g
			end
			local function prolong(key, ttl)
				if redis.call('PTTL', key) < ttl then redis.call('PEXPIRE', key, ttl) end
			end
			local function discard(e, bodies, kept)
				local body = redis.pcall('GETRANGE', e, 32, 64)
				if type(body) == 'string' and string.find(body, '^c%x+$') and string.sub(body, 2) ~= kept then
					redis.call('UNLINK', bodies .. string.sub(body, 2))
				end
			end
			""";

	private final byte[] text;

	/** The SHA-1 hash by which Redis finds the script. */
	final String sha;

	RedisScript(String text) {
		this.text = (FUNCTIONS + text).getBytes(StandardCharsets.UTF_8);
		this.sha = DigestUtils.sha1DigestAsHex(FUNCTIONS + text);
	}

	ByteBuffer text() {
		return ByteBuffer.wrap(this.text);
	}

	/**
	 * Return a call of this script.
	 * @param arguments texts, numbers, durations, which become ms, or bytes
	 */
	Call on(List<byte[]> keys, Object... arguments) {
		return new Call(this, keys, List.of(arguments));
	}

	/**
	 * A script with its keys and arguments.
	 */
	record Call(RedisScript script, List<byte[]> keys, List<Object> arguments) {

		byte[] firstKey() {
			return this.keys.get(0);
		}

		ByteBuffer[] buffers() {
			return Stream.concat(this.keys.stream(), this.arguments.stream().map(Call::bytes))
				.map(ByteBuffer::wrap)
				.toArray(ByteBuffer[]::new);
		}

		private static byte[] bytes(Object argument) {
			return (argument instanceof byte[] bytes) ? bytes
					: String.valueOf((argument instanceof Duration time) ? time.toMillis() : argument)
						.getBytes(StandardCharsets.UTF_8);
		}

	}

}
