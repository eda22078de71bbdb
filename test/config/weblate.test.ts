import { expect, test } from 'vitest'
import { discoveredComponent } from '../../src/config/discover.ts'
import { onlyComponent, problems, read, withComponent, withProject } from './support.ts'

const discovered = { slug: 'c', name: 'C', fileFormat: 'json', filemask: '*.json' }
const discovering = `projects:
  - {slug: p, name: P, web: 'https://example.org/', repo: 'https://example.org/p.git'}`

test.each([
  ['', '2026.10'],
  ["weblate: '5.14'\n", '5.14'],
  ["weblate: '2026.10'\n", '2026.10'],
])('with %j configured and discovered components have the version %s', (line, version) => {
  expect(onlyComponent(read(line + withComponent())).weblate).toBe(version)
  const [project] = read(line + discovering).projects
  expect(discoveredComponent(project!, discovered).weblate).toBe(version)
})

test.each([
  ["weblate: '5.15'", '1: weblate: needs one of 5.14, 2026.10; did you mean 5.14?'],
  ['weblate: 5.14', '1: weblate: needs a text, found 5.14: put it in quotes'],
])('%s is refused', (line, problem) => {
  expect(problems(`${line}\n${discovering}`)).toEqual([problem])
})

test('flags of projects and components are checked for the configured version', () => {
  const gone =
    'unknown flag dos-eol; Weblate 2026.10 has file_format_params: {dos_eol: true} instead'
  const project = withProject(["check_flags: 'placeholders:'"], ['check_flags: dos-eol'])
  const lines = (weblate: string) => `weblate: '${weblate}'\n${project}`
  expect(problems(lines('5.14'))).toEqual([])
  expect(problems(lines('2026.10')).map((line) => line.replace(/^.*?check_flags: /, ''))).toEqual([
    'placeholders needs values that are not empty',
    gone,
  ])
})
