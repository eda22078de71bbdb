import { expect, test } from 'vitest'
import { writeConfig } from '../../src/config/write.ts'
import { WeblateClient } from '../../src/mirror/client.ts'
import { importProjects, readProject } from '../../src/mirror/project.ts'
import { component, type Reply, serveApi, shop } from '../support/api-server.ts'

/** The configuration of projects of a server with these responses. */
async function importFrom(
  responses: Readonly<Record<string, Reply>>,
  ...slugs: readonly string[]
): Promise<{ readonly text: string; readonly leftOut: readonly string[] }> {
  const server = await serveApi(responses)
  const client = new WeblateClient({ base: server.origin, token: undefined })
  const remotes = []
  const projects = slugs.length > 0 ? slugs : ['shop']
  for (const slug of projects) {
    remotes.push(await readProject(client, slug, projects.length > 1 ? projects : []))
  }
  const imported = importProjects(remotes, 'https://weblate.example.org', false)
  return {
    text: writeConfig(
      imported.map(({ project }) => project),
      [],
    ),
    leftOut: imported.flatMap(({ leftOut }) => leftOut),
  }
}

test('links, categories, shares, aliases and source languages', async () => {
  const responses = {
    ...shop(
      [
        { slug: 'web', source_language: { code: 'de' } },
        {
          slug: 'app',
          url: '{base_url}/api/components/shop/mobile%252Fios%252Fapp/',
          category: '{base_url}/api/categories/8/',
          linked_component: '{base_url}/api/components/shop/web/',
        },
      ],
      { language_aliases: 'no:nb', check_flags: 'md-text' },
    ),
    '/api/projects/shop/categories/': {
      results: [
        {
          url: '{base_url}/api/categories/8/',
          slug: 'ios',
          name: 'iOS',
          category: '{base_url}/api/categories/7/',
        },
        { url: '{base_url}/api/categories/7/', slug: 'mobile', name: 'Mobile', category: null },
      ],
      next: null,
    },
    '/api/components/shop/web/links/': { results: [], next: null },
    '/api/components/shop/mobile%252Fios%252Fapp/links/': { results: [], next: null },
    '/api/components/docs/guide/links/': {
      results: [{ slug: 'shop' }, { slug: 'elsewhere' }],
      next: null,
    },
    '/api/projects/docs/': { slug: 'docs', name: 'Docs', web: 'https://docs.example/' },
    '/api/projects/docs/components/': {
      results: [component({ slug: 'guide', project: 'docs' })],
      next: null,
    },
  }
  const { text, leftOut } = await importFrom(responses, 'shop', 'docs')
  expect(leftOut).toEqual([])
  expect(text).toBe(`projects:
  - slug: shop
    name: Shop
    web: https://shop.example/
    weblate: https://weblate.example.org/
    language_aliases: no:nb
    check_flags: md-text
    state_from: mirror
    categories:
      - slug: mobile
        name: Mobile
        categories:
          - slug: ios
            name: iOS
    components:
      - slug: web
        name: web
        repo: https://git.example.org/shop.git
        branch: main
        filemask: web/*.json
        template: web/en.json
        file_format: json
        source_language: de
      - slug: app
        name: app
        category: mobile/ios
        repo: weblate://shop/web
        filemask: app/*.json
        template: app/en.json
        file_format: json
  - slug: docs
    name: Docs
    web: https://docs.example/
    weblate: https://weblate.example.org/
    state_from: mirror
    components:
      - slug: guide
        name: guide
        links:
          - shop
        repo: https://git.example.org/shop.git
        branch: main
        filemask: guide/*.json
        template: guide/en.json
        file_format: json
`)
})

test('common settings are written to the project', async () => {
  const { text } = await importFrom(shop([{ slug: 'a' }, { slug: 'b' }]))
  expect(text).toBe(`projects:
  - slug: shop
    name: Shop
    web: https://shop.example/
    weblate: https://weblate.example.org/
    repo: https://git.example.org/shop.git
    branch: main
    state_from: mirror
    components:
      - slug: a
        name: a
        filemask: a/*.json
        template: a/en.json
        file_format: json
      - slug: b
        name: b
        filemask: b/*.json
        template: b/en.json
        file_format: json
`)
})

test('a component whose target is left out names the repository itself', async () => {
  const { text } = await importFrom(
    shop([
      { slug: 'ini', file_format: 'ass' },
      { slug: 'web', linked_component: '{base_url}/api/components/shop/ini/' },
    ]),
  )
  expect(text).toContain('        repo: https://git.example.org/shop.git\n')
})

test.each([
  [{ file_format: 'ass' }, 'file_format "ass" is not supported'],
  [{ vcs: 'mercurial' }, 'vcs "mercurial" is not supported: expected Git'],
  [{ repo: null }, 'the server does not show its repository (set an API token with --token)'],
  [{ repo: 'ext::sh -c x' }, 'ext::sh -c x: addresses that name a helper program'],
  [{ filemask: '../*.json' }, 'filemask: needs a path without ..'],
  [{ filemask: 7 }, 'filemask: found a number'],
  [{ slug: 'a b', url: '{base_url}/api/components/shop/web/' }, 'slug: needs letters'],
])('a component is left out: %j', async (fields, reason) => {
  const { text, leftOut } = await importFrom(shop([fields, { slug: 'good' }]))
  expect(leftOut.map((line) => line.slice(0, 10 + reason.length))).toEqual([`shop/web: ${reason}`])
  expect(text).toContain(`  # Left out: component shop/web: ${reason}`)
})

test.each([
  [{ priority: 70 }, 'priority: needs one of 60, 80, 100, 120, 140'],
  [{ language_regex: '(' }, 'language_regex: needs a regular expression'],
  [{ check_flags: ['x'] }, 'check_flags: found a list'],
  [{ secondary_language: 5 }, 'secondary_language: only translators see it'],
  [{ locked: true }, 'locked: gitglot is read-only'],
])('a setting is left out: %j', async (fields, reason) => {
  const { text } = await importFrom(shop([fields]))
  expect(text).toContain(`      # Left out: ${reason}`)
})

test('hostile responses stay inside their YAML values', async () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text that the file must not expand
  const web = component({ name: 'a\n  evil: 1 # \u001b[31m${HOME}' })
  const project = { name: 'x'.repeat(70), web: 'javascript:alert(1)' }
  const { text } = await importFrom({
    ...shop([], project),
    '/api/projects/shop/components/': { results: ['none', null, web], next: 7 },
  })
  expect(text).not.toContain('\u001b')
  expect(text).toContain('    name: shop\n    weblate: https://weblate.example.org/\n')
  expect(text).toContain('"a\\n  evil: 1 # \\e[31m$${HOME}"')
})

test.each([
  'file:///etc/x.git',
  'FILE:///etc/x.git',
  'File://localhost/etc/x.git',
  'file://user:pw@host/etc/x.git',
  'file:/etc/x.git',
  'file:etc',
  ' file:///etc/x.git',
  '\u00a0file:///etc/x.git',
  '\tfile:///etc/x.git',
  'file\u200b:///etc/x.git',
  'file%3a///etc/x.git',
  '%66ile:///etc/x.git',
  'git+file:///etc/x.git',
  'ext::sh -c id',
  'EXT::sh -c id',
  ' ext::sh -c id',
  'fd::17',
  'transport::x',
  '/etc/x.git',
  './x.git',
  '../x.git',
  'x.git',
  '~/x.git',
  '\\\\host\\share\\x.git',
  '//host/share/x.git',
  'C:\\x.git',
  'c:/x.git',
  'http://localhost/x.git',
  'https://LOCALHOST.:8443/x.git',
  'http://app.localhost/x.git',
  'http://127.0.0.1:3000/x.git',
  'http://127.1/x.git',
  'http://2130706433/x.git',
  'http://0x7f.1/x.git',
  'http://0.0.0.0/x.git',
  'http://[::1]/x.git',
  'http://[::ffff:127.0.0.1]/x.git',
  'http://user:pw@localhost/x.git',
  'ssh://git@localhost/etc/x.git',
  'ssh://git@127.1/x.git',
  'git@localhost:etc/x.git',
  'localhost:/etc/x.git',
  'weblate://shop/other',
  'local:',
  '--upload-pack=id',
])('a server elsewhere cannot have %j of this machine published', async (repo) => {
  const { text, leftOut } = await importFrom(shop([{ slug: 'web', repo }]))
  expect([text.includes('components: []'), leftOut]).toEqual([
    true,
    [expect.stringMatching(/^shop\/web: /)],
  ])
})

test.each([
  'https://git.example.org/o/n.git',
  'ssh://git@git.example.org/o/n.git',
  'git@git.example.org:o/n.git',
  'http://192.0.2.1/o/n.git',
  'https://localhost.example.org/o/n.git',
])('%s is imported', async (repo) => {
  const { text, leftOut } = await importFrom(shop([{ slug: 'web', repo }]))
  expect([text.includes(`repo: ${repo}`), leftOut]).toEqual([true, []])
})
