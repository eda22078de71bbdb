import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { discoveredConfig, discoverPlace } from '../../src/cli/discover/project.ts'
import { createCheckout, gitglot, writeFilesInto } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'

const files = {
  'l/en.json': '{"a": "Hello", "b": "Good bye"}',
  'l/de.json': '{"a": "Hallo", "b": "Ade"}',
  'data/de.json': '{"a": "x"}',
  'data/fr.json': '{"b": "x"}',
}

describe.skipIf(!hasGit())('discover', () => {
  test('what was discovered counts while the same files are read for it', () => {
    const path = createCheckout(files)
    const entries = new Map<string, never>()
    const bucket = {
      get: (key: string) => entries.get(key),
      set: (key: string, value: object) => void entries.set(key, value as never),
      fetch: async () => {},
    }
    const discovered = () =>
      discoverPlace({ name: '.', path, folder: path }, undefined, { cache: bucket })
    const first = discovered()
    expect(discovered()).toBe(first)
    writeFilesInto(path, { 'README.md': 'Another text' })
    const second = discovered()
    expect([second, second === first]).toEqual([first, false])
    writeFilesInto(path, { 'l/en.json': '{"a": {"b": "Hello"}}', 'l/de.json': '{"a": {"b": ""}}' })
    expect(discovered().components.map(({ fileFormat }) => fileFormat)).toEqual(['json-nested'])
  })

  test('explains what is found and what is not', async () => {
    const folder = createCheckout(files)
    expect(await gitglot(folder, ['discover'])).toStrictEqual({
      code: 0,
      err: '',
      out: `l: l/*.json
  json files in 1 language (de): the template is l/en.json, the file of the source language.

Near misses:
  data/*.json: No file holds the source texts: neither a file of en nor one that has all keys of the others.

Run gitglot discover --write to write this to gitglot.yml.
`,
    })
  })

  test('--format json has the settings under the names of the configuration', async () => {
    const { out } = await gitglot(createCheckout(files), ['discover', '--format', 'json'])
    expect(JSON.parse(out)).toStrictEqual({
      repository: '.',
      components: [
        {
          slug: 'l',
          name: 'l',
          file_format: 'json',
          filemask: 'l/*.json',
          template: 'l/en.json',
          intermediate: '',
          new_base: '',
          source_language: 'en',
          language_regex: '',
          key_filter: '',
          is_glossary: false,
          check_flags: '',
          languages: ['de'],
          explanation:
            'json files in 1 language (de): the template is l/en.json, the file of the source language.',
        },
      ],
      near_misses: [
        {
          filemask: 'data/*.json',
          explanation:
            'No file holds the source texts: neither a file of en nor one that has all keys of the others.',
        },
      ],
      written: null,
    })
  })

  test('--write writes a configuration that loads, shows the status, and is not overwritten', async () => {
    const folder = createCheckout(files)
    runGit(folder, 'remote', 'add', 'origin', 'git@git.example.org:ada/Shop-App.git')
    expect((await gitglot(join(folder, 'l'), ['discover', '--write'])).out).toContain(
      'Wrote 1 component to ../gitglot.yml.',
    )
    const written = readFileSync(join(folder, 'gitglot.yml'), 'utf8')
    expect(written).toBe(`# Written by gitglot discover. All fields: gitglot export-config-schema

projects:
  - slug: shop-app
    name: Shop-App
    web: https://git.example.org/ada/Shop-App
    repo: .
    components:
      - slug: l
        name: l
        file_format: json
        filemask: l/*.json
        template: l/en.json
`)
    expect(await gitglot(folder, ['lint-config'])).toStrictEqual({
      code: 0,
      err: '',
      out: '1 project, 1 component\n',
    })
    expect((await gitglot(folder, ['status', '--format', 'csv'])).out).toContain('shop-app')
    writeFilesInto(folder, { 'gitglot.yml': 'mine' })
    const { code, err } = await gitglot(folder, ['discover', '--write'])
    expect([code, err]).toStrictEqual([
      2,
      `${join(folder, 'gitglot.yml')}:1:1: needs a mapping with the key projects\n`,
    ])
    await gitglot(folder, ['discover', '--write', '--force'])
    expect(readFileSync(join(folder, 'gitglot.yml'), 'utf8')).toBe(written)
  })

  test('--write adds nothing to a project that discovers the components itself', async () => {
    const folder = createCheckout(files)
    const text = 'projects:\n  - { slug: mine, name: Mine, repo: ., discover: {} }\n'
    writeFilesInto(folder, { 'gitglot.yml': text })
    const { out } = await gitglot(folder, ['discover', '--write'])
    expect(out).toContain('gitglot.yml has them already.\n')
    expect(readFileSync(join(folder, 'gitglot.yml'), 'utf8')).toBe(text)
  })

  test('--write adds new components to a configuration of several repositories, and keeps the rest', async () => {
    const folder = createTemporaryFolder()
    const shop = createCheckout(files)
    const path = join(folder, 'gitglot.yml')
    writeFilesInto(folder, { 'gitglot.yml': '# mine\nsite_title: Ours # kept\nprojects: []\n' })
    expect((await gitglot(folder, ['discover', shop, '--write'])).out).toContain(
      'Wrote 1 component to gitglot.yml.\n',
    )
    runGit(folder, 'clone', '--quiet', '--bare', shop, 'shop.git')
    await gitglot(folder, ['discover', 'shop.git', '--write'])
    const text = readFileSync(path, 'utf8')
    expect(text).toMatch(/^# mine\nsite_title: Ours # kept\n/)
    expect((await gitglot(folder, ['lint-config'])).out).toBe('2 projects, 2 components\n')

    expect((await gitglot(folder, ['discover', shop, '--write'])).out).toContain(
      'gitglot.yml has them already.\n',
    )
    expect(readFileSync(path, 'utf8')).toBe(text)

    // The new folder's name is one that the first component has.
    writeFilesInto(shop, {
      'more/l/en.json': files['l/en.json'],
      'more/l/de.json': files['l/de.json'],
    })
    const { out } = await gitglot(folder, ['discover', shop, '--write'])
    expect(out).toContain('Wrote 1 component to gitglot.yml.\n')
    expect((await gitglot(folder, ['lint-config'])).out).toBe('2 projects, 3 components\n')
    expect(existsSync(join(shop, 'gitglot.yml'))).toBe(false)
  })

  test('a bare repository is described from elsewhere', async () => {
    const folder = createTemporaryFolder()
    runGit(folder, 'clone', '--quiet', '--bare', createCheckout(files), 'shop.git')
    await gitglot(folder, ['discover', 'shop.git', '--write'])
    expect(readFileSync(join(folder, 'gitglot.yml'), 'utf8')).toContain('repo: shop.git\n')
    expect((await gitglot(folder, ['lint-config'])).out).toBe('1 project, 1 component\n')
  })

  test.each([
    ['git@git.example.org:ada/shop.git', 'https://git.example.org/ada/shop'],
    ['ssh://git@git.example.org/ada/shop.git', 'https://git.example.org/ada/shop'],
    ['https://me:secret@git.example.org/ada/shop/', 'https://git.example.org/ada/shop'],
    ['http://127.0.0.1/shop.git', undefined],
    ['file:///srv/shop.git', undefined],
    ['/srv/shop.git', undefined],
  ])('the web site of a clone of %s is %s', (remote, web) => {
    const folder = createCheckout(files)
    runGit(folder, 'remote', 'add', 'origin', remote)
    const place = { name: '.', path: folder, folder }
    const text = discoveredConfig(place, discoverPlace(place), '.')
    expect(/^ {4}web: (.*)$/m.exec(text)?.[1]).toBe(web)
  })

  test('nothing found ends with 1 and names the formats searched for', async () => {
    const folder = createCheckout({ 'README.md': 'x' })
    expect(await gitglot(folder, ['discover', '--write'])).toStrictEqual({
      code: 1,
      err: '',
      out: '.: no component found. Looked for files of all formats with a language in their path; name other files in gitglot.yml.\n',
    })
  })
})

describe('lint-config', () => {
  test('lists all errors and ends with 2', async () => {
    const folder = createTemporaryFolder()
    writeFilesInto(folder, { 'a.yml': 'site: x\nprojects: {}\n' })
    expect(await gitglot(folder, ['lint-config', 'a.yml'])).toStrictEqual({
      code: 2,
      out: '',
      err: 'a.yml:1: site: unknown field; did you mean site_title?\na.yml:2: projects: needs a list\n',
    })
  })

  test('counts no components of a project that names none, but says that they are found', async () => {
    const folder = createTemporaryFolder()
    const config =
      'projects:\n  - { name: Shop, slug: shop, web: "https://example.com/", repo: . }\n'
    writeFilesInto(folder, {
      'found.yml': config,
      'both.yml': `${config}  - { name: Web, slug: web, web: "https://example.com/", components: [{ slug: a, name: A, repo: ., filemask: l/*.json, file_format: json }] }\n`,
    })
    const lines = ['found.yml', 'both.yml'].map((file) => gitglot(folder, ['lint-config', file]))
    expect((await Promise.all(lines)).map(({ out }) => out)).toStrictEqual([
      '1 project, components of shop found at each commit\n',
      '2 projects, 1 component, components of shop found at each commit\n',
    ])
  })
})

test('export-config-schema prints the schema of the package', async () => {
  const { code, out } = await gitglot(createTemporaryFolder(), ['export-config-schema'])
  expect([code, out]).toStrictEqual([0, readFileSync('gitglot.schema.json', 'utf8')])
})
