import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/read.ts'
import { type ProjectText, writeConfig } from '../../src/config/write.ts'

const project: ProjectText = {
  fields: { slug: 'shop', name: 'Shop: "new"', web: 'https://shop.example/', repo: '/r.git' },
  comments: ['imported'],
  categories: [
    {
      fields: { slug: 'apps', name: 'Apps' },
      categories: [{ fields: { slug: 'ios', name: 'iOS' }, categories: [] }],
    },
  ],
  components: [
    {
      fields: {
        slug: 'web',
        name: 'yes',
        category: 'apps/ios',
        fileFormat: 'json',
        filemask: '*.json',
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the text that the file must not expand
        keyFilter: '${x}# no comment',
        enforcedChecks: ['same'],
      },
      comments: ['two\nlines: # - evil'],
    },
  ],
}

test('fields have the names of the configuration, and comments stay comments', () => {
  expect(writeConfig([project], ['head'])).toBe(`# head

projects:
  # imported
  - slug: shop
    name: 'Shop: "new"'
    web: https://shop.example/
    repo: /r.git
    categories:
      - slug: apps
        name: Apps
        categories:
          - slug: ios
            name: iOS
    components:
      # two lines: # - evil
      - slug: web
        name: yes
        category: apps/ios
        file_format: json
        filemask: "*.json"
        key_filter: $\${x}# no comment
        enforced_checks:
          - same
`)
})

test('a written configuration is read with the same values', () => {
  const text = writeConfig([{ ...project, components: [] }], [])
  const { projects } = readConfig({
    text,
    file: 'gitglot.yml',
    environment: {},
    readSecretFile: () => '',
  })
  expect(projects.map(({ slug, name, categories }) => [slug, name, categories])).toEqual([
    [
      'shop',
      'Shop: "new"',
      [
        { slug: 'apps', name: 'Apps', path: 'apps' },
        { slug: 'ios', name: 'iOS', path: 'apps/ios' },
      ],
    ],
  ])
})

test.each([
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as above
  ['variable', '${HOME}'],
  ['number', '0123'],
  ['boolean', 'true'],
  ['nothing', 'null'],
  ['anchor', '&a'],
  ['lines', 'a\nb: c\n'],
])('a text that looks like a %s stays a text', (_, instructions) => {
  const fields = { ...project.fields, instructions }
  const text = writeConfig([{ fields, comments: [], categories: [], components: [] }], [])
  const { projects } = readConfig({
    text,
    file: 'gitglot.yml',
    environment: {},
    readSecretFile: () => '',
  })
  expect(projects.map((project) => project.instructions)).toEqual([instructions])
})
