import { expect, test } from 'vitest'
import { problems, read } from './support.ts'

/** A project with nested categories, and two components of the same name. */
const categorised = `
projects:
  - slug: p
    name: P
    web: https://example.org/
    repo: https://example.org/p.git
    categories:
      - slug: a
        name: A
        categories: [{ slug: b, name: B }]
      - { slug: b, name: B }
    components:
      - { slug: c, name: C, category: a/b, filemask: "*", file_format: json }
      - { slug: c, name: C, repo: "weblate://p/a/b/c", filemask: "*", file_format: json, links: [q] }
  - { slug: q, name: Q, web: "https://example.org/", components: [] }
`

test('categories follow their parents, and components name their category', () => {
  const [project] = read(categorised).projects
  expect(project?.categories).toStrictEqual([
    { slug: 'a', name: 'A', path: 'a' },
    { slug: 'b', name: 'B', path: 'a/b' },
    { slug: 'b', name: 'B', path: 'b' },
  ])
  const components = project?.components.map(({ category, linkedComponent, links }) => {
    return { category, linkedComponent, links }
  })
  expect(components).toStrictEqual([
    { category: 'a/b', linkedComponent: undefined, links: [] },
    { category: '', linkedComponent: 'p/a/b/c', links: ['q'] },
  ])
})

test.each([
  ['category: a/b,', 'category: x,', 'projects[0].components[0].category: there is no category x'],
  [
    'slug: c, name: C, r',
    'slug: b, name: D, r',
    'projects[0].components[1].slug: b is already used by projects[0].categories[1]',
  ],
  [
    '{ slug: b, name: B }\n',
    '{ slug: a, name: B }\n',
    'projects[0].categories[1].slug: a is already used by projects[0].categories[0]',
  ],
  [
    '[{ slug: b, name: B }]',
    '[{ slug: b }]',
    'projects[0].categories[0].categories[0].name: is required',
  ],
  ['links: [q]', 'links: [p]', 'projects[0].components[1].links: p is its own project'],
  ['links: [q]', 'links: [x]', 'projects[0].components[1].links: x is not a project'],
  ['p/a/b/c', 'p/a/c', 'projects[0].components[1].repo: there is no component p/a/c'],
])('replacing %s with %s is a problem', (part, wrong, problem) => {
  const messages = problems(categorised.replace(part, wrong)).map((line) =>
    line.replace(/^\d+: /, ''),
  )
  expect(messages).toContain(problem)
})
