// node run-suite.mjs SUITE URL RESULT
// Runs the tests for private caches against the proxy at URL, and writes the result as the suite does.
import { writeFile } from 'node:fs/promises'
import { isForPrivateCache, load } from './suite.mjs'

const [directory, url, file] = process.argv.slice(2)
const { suites, runTests, getResults } = await load(directory)

const chosen = suites.map(suite => ({ ...suite, tests: suite.tests.filter(isForPrivateCache) }))
for (const { tests } of chosen) {
  // The suite would leave these out when it runs against a proxy.
  for (const test of tests) test.browser_only = false
}

// Lifetimes in the suite are as short as a second: no test is the first request of the JVM.
for (let i = 0; i < 50; i++) {
  const response = await fetch(`${url}/state/warm-up-${i}`)
  await response.arrayBuffer()
}
await runTests(chosen, false, url)
await writeFile(file, JSON.stringify(getResults(), null, 2))
