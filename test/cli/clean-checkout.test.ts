import { Buffer } from 'node:buffer'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot, shopConfig, writeFilesInto } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'

type Files = Readonly<Record<string, string | Buffer>>

/** A clone of a repository with these files, made with these settings of Git. */
function clone(files: Files, ...settings: readonly string[]): string {
  const origin = createCheckout({ readme: '' })
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(origin, path)), { recursive: true })
    writeFileSync(join(origin, path), content)
  }
  runGit(origin, 'add', '--all')
  runGit(origin, 'commit', '--quiet', '--message', 'Add texts')
  const folder = join(createTemporaryFolder(), 'shop')
  const options = settings.flatMap((setting) => ['--config', setting])
  runGit('.', 'clone', '--quiet', ...options, origin, folder)
  return folder
}

const json = {
  'l/en.json': '{\n  "a": "Hello %s",\n  "b": "Bye"\n}\n',
  'l/de.json': '{\n  "a": "Hallo %s"\n}\n',
}
const component = (slug: string, format: string, filemask: string, template = '') =>
  `      - { slug: ${slug}, name: ${slug}, file_format: ${format}, filemask: ${filemask}${template && `, template: ${template}`} }\n`
const mixed = {
  ...json,
  'c/en.csv': '"source","target"\n"Hello\nworld","Hello\nworld"\n',
  'c/de.csv': '"source","target"\n"Hello\nworld","Hallo\nWelt"\n',
  'p/en.php': "<?php\nreturn ['a' => 'Hello\nworld'];\n",
  'p/de.php': "<?php\nreturn ['a' => 'Hallo\nWelt'];\n",
  'gitglot.yml':
    shopConfig.replace('en.json }', 'en.json, check_flags: c-format }') +
    component('csv', 'csv', 'c/*.csv') +
    component('php', 'php', 'p/*.php', 'p/en.php'),
}
const strings = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const encoded = {
  '.gitattributes':
    '*.strings working-tree-encoding=UTF-16LE-BOM eol=crlf\n*.properties working-tree-encoding=ISO-8859-1\n',
  'en.lproj/a.strings': strings('"a" = "Hello %@";\r\n"b" = "Bye";\r\n'),
  'de.lproj/a.strings': strings('"a" = "Grüße %@";\r\n'),
  'm/en.properties': latin1('a=Hello\nb=Bye\n'),
  'm/de.properties': latin1('a=Grüße\n'),
  'gitglot.yml':
    shopConfig.replace(/ {6}- .*\n/, '') +
    component('ios', 'strings', "'*.lproj/a.strings'", 'en.lproj/a.strings') +
    component('java', 'properties', 'm/*.properties', 'm/en.properties'),
}

const CHECKOUTS: Readonly<Record<string, () => string>> = {
  'with line ends of Windows': () => clone(mixed, 'core.autocrlf=true'),
  'with line ends of Windows that attributes ask for': () =>
    clone({ ...mixed, '.gitattributes': '* text=auto eol=crlf\n' }),
  'in other encodings than UTF-8': () => clone(encoded),
  'of some folders': () => {
    const folder = clone({ ...mixed, 'apps/x': '' })
    runGit(folder, 'sparse-checkout', 'set', '--cone', 'apps')
    return folder
  },
  'of some folders, without its configuration': () => {
    const folder = clone({ ...mixed, 'apps/x': '' })
    runGit(folder, 'sparse-checkout', 'set', '--no-cone', '/apps/', '/l/de.json')
    return folder
  },
  'of some folders, found without a configuration': () => {
    const folder = clone({ ...json, 'apps/l/en.json': '{"c": "d"}', 'apps/l/fr.json': '{}' })
    runGit(folder, 'sparse-checkout', 'set', '--no-cone', '/*', '!/l/')
    return folder
  },
}

describe.skipIf(!hasGit())('a clean checkout is as its commit', () => {
  test.each(Object.entries(CHECKOUTS))('%s', async (_, create) => {
    const folder = create()
    expect(runGit(folder, 'status', '--porcelain')).toBe('')
    const difference = await gitglot(folder, ['diff', 'HEAD'])
    expect(difference).toEqual({ code: 0, out: 'no difference\n', err: '' })
    const checked = await gitglot(folder, ['check', '--base', 'HEAD'])
    expect([checked.code, checked.out]).toEqual([
      0,
      expect.stringMatching(/^passed: found nothing/),
    ])
    const committed = await gitglot(folder, ['status', '--ref', 'HEAD'])
    expect(committed.out).not.toContain('cannot be read')
    expect(await gitglot(folder, ['status'])).toEqual(committed)
  })
})

describe.skipIf(!hasGit())('an edit in a checkout', () => {
  test('with line ends of Windows is all that differs', async () => {
    const folder = clone(mixed, 'core.autocrlf=true')
    writeFilesInto(folder, { 'l/de.json': '{\r\n  "a": "Hallo"\r\n}\r\n' })
    const { code, out } = await gitglot(folder, ['check', '--base', 'HEAD'])
    expect([code, out.split('\n')[0]]).toEqual([
      1,
      'l/de.json:2:3: error c_format "a": The translation has no `%s`',
    ])
    const difference = await gitglot(folder, ['diff', 'HEAD'])
    expect(difference.out.match(/^ +[~+-] .*$/gm)).toEqual([
      '    ~ a (newly failing: c_format): Hallo[- %s-]',
    ])
  })

  test('in UTF-16 is all that differs', async () => {
    const folder = clone(encoded)
    writeFileSync(join(folder, 'de.lproj/a.strings'), strings('"a" = "Hallo %@";\r\n'))
    const { out } = await gitglot(folder, ['diff', 'HEAD'])
    expect(out.match(/^ +[~+-] .*$/gm)).toEqual(['    ~ a: [-Grüße-]{+Hallo+} %@'])
  })
})

describe.skipIf(!hasGit())('files that Git ignores', () => {
  test('are no translations', async () => {
    const folder = createCheckout({ ...json, '.gitignore': 'l/es.json\n/dist/\n' })
    const before = await gitglot(folder, ['status'])
    writeFilesInto(folder, { 'l/es.json': '{ "a": "Hola" }', 'dist/en.json': '{ "a": "Hi %s" }' })
    expect(await gitglot(folder, ['status'])).toEqual(before)
    const { code, out } = await gitglot(folder, ['check'])
    expect([code, out]).toEqual([0, 'passed: found nothing\n'])
  })

  test('are translations if they are tracked', async () => {
    const folder = createCheckout(json)
    const before = await gitglot(folder, ['status'])
    writeFilesInto(folder, { '.gitignore': 'l/\n' })
    expect(await gitglot(folder, ['status'])).toEqual(before)
  })
})
