import { expect, test } from 'vitest'
import { discoveredComponent } from '../../src/config/discover.ts'
import { onlyComponent, problems, read, withComponent } from './support.ts'

const found = { slug: 'c', name: 'C', fileFormat: 'json', filemask: '*.json' }
const discovering = `projects:
  - {slug: p, name: P, web: 'https://example.org/', repo: 'https://example.org/p.git'}`

test.each([
  ['', '2026.10'],
  ["weblate: '5.14'\n", '5.14'],
  ["weblate: '2026.10'\n", '2026.10'],
])('after %j components, configured and found ones, are those of Weblate %s', (line, version) => {
  expect(onlyComponent(read(line + withComponent())).weblate).toBe(version)
  const [project] = read(line + discovering).projects
  expect(discoveredComponent(project!, found).weblate).toBe(version)
})

test.each([
  ["weblate: '5.15'", '1: weblate: needs one of 5.14, 2026.10; did you mean 5.14?'],
  ['weblate: 5.14', '1: weblate: needs a text, found 5.14: put it in quotes'],
])('%s is refused', (line, problem) => {
  expect(problems(`${line}\n${discovering}`)).toEqual([problem])
})
