// node score.mjs SUITE RESULT...
// Prints how many tests each result passes, and those that it does not, as the suite judges them: a test
// counts only if those that it depends on have passed.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isForPrivateCache, load } from './suite.mjs'

const [directory, ...files] = process.argv.slice(2)
const { suites, determineTestResult, resultTypes } = await load(directory)

const tests = suites.flatMap(suite => suite.tests).filter(isForPrivateCache)
const kinds = { required: test => (test.kind ?? 'required') === 'required', optional: test => test.kind === 'optimal' }
const failures = []

console.log('| Client | Required | Optional |\n|---|---|---|')
for (const file of files) {
  const label = path.basename(file, '.json')
  const result = JSON.parse(await readFile(file, 'utf8'))
  const counts = Object.entries(kinds).map(([kind, isKind]) => {
    const asked = tests.filter(isKind)
    const failed = asked.filter(test => determineTestResult(suites, test.id, result) !== resultTypes.pass)
    failures.push([label, kind, failed.map(test => test.id)])
    return `${asked.length - failed.length} of ${asked.length}`
  })
  console.log(`| ${label} | ${counts.join(' | ')} |`)
}
for (const [label, kind, failed] of failures.filter(([, , failed]) => failed.length)) {
  console.log(`\n${label}, ${kind}, not passed: ${failed.join(', ')}`)
}
