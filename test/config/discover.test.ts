import { expect, test } from 'vitest'
import { problems, read } from './support.ts'

const project = (...lines: readonly string[]) =>
  ['projects:', '  - slug: p', '    name: P', '    web: https://example.org/', ...lines].join('\n')
const repo = '    repo: https://example.org/p.git'

test('a project without components discovers them with its settings', () => {
  const { projects } = read(
    project(
      repo,
      '    discover:',
      '      take: [apps/*]',
      '      license: MIT',
      '      priority: 80',
    ),
  )
  expect(projects).toMatchObject([
    {
      components: [],
      discover: {
        repo: 'https://example.org/p.git',
        updateInterval: 300,
        take: ['apps/*'],
        leave: [],
        pattern: '',
        fields: { license: 'MIT', priority: 80 },
      },
    },
  ])
  expect(read(project(repo)).projects[0]?.discover).toMatchObject({ take: [], fields: {} })
})

test('a project with an empty list of components discovers none', () => {
  expect(read(project(repo, '    components: []')).projects[0]).not.toHaveProperty('discover')
})

test.each([
  [project(), '2: projects[0].repo: is required in a project without components'],
  [
    project('    repo: weblate://a/b'),
    '5: projects[0].repo: needs an address or a path in a project without components',
  ],
  [
    project(repo, '    discover: {}', '    components: []'),
    '6: projects[0].discover: conflicts with components: keep one',
  ],
  [project(repo, '    discover: apps'), '6: projects[0].discover: needs a mapping'],
  [
    project(repo, '    discover: {pattern: a/<language>.json, file_format: json}'),
    '6: projects[0].discover.pattern: needs <component>',
  ],
  [
    project(repo, '    discover: {pattern: <component>/<language>.json}'),
    '6: projects[0].discover.file_format: is required',
  ],
  [
    project(repo, '    discover: {template: a.json}'),
    '6: projects[0].discover.template: needs a pattern',
  ],
  [project(repo, '    discover: {slug: a}'), '6: projects[0].discover.slug: unknown field'],
])('%s', (text, problem) => {
  expect(problems(text)).toEqual([problem])
})
