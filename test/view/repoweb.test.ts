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
  ['https://x.example/{{site_url}}', undefined],
  ['https://x.example/{% if x %}{% endif %}', undefined],
  ['javascript:alert({{line}})', undefined],
  ['', undefined],
])('repoweb %s gives %s', (repoweb, expected) => {
  expect(repowebLink(componentWith(repoweb), place)).toBe(expected)
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
