// The suite cache-tests (https://github.com/http-tests/cache-tests), from a clone of it.
import path from 'node:path'
import { pathToFileURL } from 'node:url'

// The second request of these differs only by the cache mode of fetch() in a browser.
const CACHE_MODES = ['cc-resp-immutable-fresh', 'cc-resp-immutable-stale']

export async function load (directory) {
  const part = file => import(pathToFileURL(path.resolve(directory, file)))
  const [tests, runner, results] = await Promise.all([
    part('tests/index.mjs'), part('test-engine/client/runner.mjs'), part('test-engine/lib/results.mjs')])
  return { suites: tests.default, ...runner, ...results }
}

// What the suite asks of browsers, which have a private cache.
export function isForPrivateCache (test) {
  return !test.cdn_only && !test.browser_skip && !CACHE_MODES.includes(test.id)
}
