import { expect, test } from 'vitest'
import type { Component } from '../../src/model/model.ts'
import { editLink, repowebLink } from '../../src/view/repoweb.ts'

function componentWith(repoweb: string): Component {
  // The rest of a component is not looked at.
  return {
    config: { repoweb, name: 'C', slug: 'c' },
    project: { config: { name: 'P & Q', slug: 'p' } },
    branch: 'release/2',
    commit: { oid: 'abc' },
  } as unknown as Component
}

const place = { filename: 'a b/<de>#1.json', line: 7 }

test.each([
  [
    'https://x.example/{{branch}}/{{filename}}#L{{line}}',
    'https://x.example/abc/a%20b/%3Cde%3E%231.json#L7',
  ],
  ['https://x.example/{{ filename | parentdir }}', 'https://x.example/%3Cde%3E%231.json'],
  ['https://x.example/{{project_name}}/{{project_slug}}', 'https://x.example/P%20%26%20Q/p'],
  ['https://x.example/{{component_remote_branch}}', 'https://x.example/release/2'],
  ['https://x.example/{{site_url}}', undefined],
  ['https://x.example/{{filename|title}}', undefined],
  ['https://x.example/{{filename|valueOf}}', undefined],
  ['https://x.example/{% if x %}{% endif %}', undefined],
  ['javascript:alert({{line}})', undefined],
  ['', undefined],
])('repoweb %s gives %s', (repoweb, expected) => {
  expect(repowebLink(componentWith(repoweb), place)).toBe(expected)
})

test.each([
  ['parentdir', 'src/ui/a.min.js', 'ui/a.min.js'],
  ['parentdir|parentdir', 'src/ui/a.c', 'a.c'],
  ['parentdir | parentdir | parentdir', 'src/ui/a.c', 'a.c'],
  ['dirname', 'src/ui/a.min.js', 'src/ui'],
  ['dirname', 'a.c', ''],
  ['stripext', 'src/ui/a.min.js', 'src/ui/a.min'],
  ['stripext', 'src.d/.env', 'src.d/.env'],
  ['stripext', 'src.d/readme', 'src.d/readme'],
  ['parentdir|stripext|upper', 'src/ui/a.min.js', 'UI/A.MIN'],
  ['lower', 'A/B.c', 'a/b.c'],
])('the filter %s of %s gives %s', (filters, filename, expected) => {
  const component = componentWith(`https://x.example/{{filename|${filters}}}`)
  expect(repowebLink(component, { filename })).toBe(`https://x.example/${expected}`)
})

test.each([
  [
    'https://github.com/o/r/blob/{{branch}}/{{filename}}#L{{line}}',
    'https://github.com/o/r/edit/release/2/de.json#L7',
  ],
  [
    'https://gitlab.com/o/r/-/blob/{{branch}}/{{filename}}#L{{line}}',
    'https://gitlab.com/o/r/-/edit/release/2/de.json#L7',
  ],
  [
    'https://codeberg.org/o/r/src/branch/{{branch}}/{{filename}}',
    'https://codeberg.org/o/r/_edit/release/2/de.json',
  ],
  ['https://git.example/show?f={{filename}}', undefined],
])('a file shown at %s is edited at %s', (repoweb, expected) => {
  expect(editLink(componentWith(repoweb), { filename: 'de.json', line: 7 })).toBe(expected)
})
