import { describe, expect, test } from 'vitest'
import {
  createCheckout,
  createTopic,
  gitglot,
  shopConfig,
  writeFilesInto,
} from '../support/command.ts'
import { hasGit } from '../support/git-repository.ts'

const texts = {
  'l/en.json': '{\n  "menu.a": "Hello %s",\n  "menu.b": "Bye %s",\n  "c": "Save %s"\n}\n',
  'l/de.json': '{\n  "menu.a": "Hallo",\n  "menu.b": "Tschüss",\n  "c": "Sichern "\n}\n',
  'l/pt-BR.json': '{\n  "menu.a": "Olá",\n  "menu.b": "Tchau %s",\n  "c": "Salvar %s"\n}\n',
}
const configured = `${shopConfig}    check_flags: c-format\n`
const withCheck = (...lines: readonly string[]) => ({
  ...texts,
  'gitglot.yml': `check:\n${lines.map((line) => `  ${line}\n`).join('')}${configured}`,
})

async function check(folder: string, ...args: readonly string[]) {
  const { code, out, err } = await gitglot(folder, ['check', ...args])
  return { code, lines: out.trimEnd().split('\n'), err }
}

describe.skipIf(!hasGit())('findings that the configuration accepts', () => {
  test.each([
    ['a check', '{ check: c_format }', [], '3 accepted'],
    ['keys by a pattern', '{ check: c_format, key: menu.* }', ['c'], '2 accepted'],
    [
      'a language by the code of its file',
      '{ language: pt-BR }',
      ['menu.a', 'menu.b', 'c'],
      '1 accepted',
    ],
    [
      'languages by a pattern',
      '{ check: "*_format", language: "pt*" }',
      ['menu.a', 'menu.b', 'c'],
      '1 accepted',
    ],
    ['a component', '{ component: shop/w*, key: c }', ['menu.a', 'menu.b'], '2 accepted'],
  ])('%s', async (_, entry, left, accepted) => {
    const { lines } = await check(createCheckout(withCheck('ignore:', `  - ${entry}`)))
    const keys = lines.flatMap((line) => / c_format "([^"]+)"/.exec(line)?.[1] ?? [])
    expect(keys).toEqual(left)
    expect(lines.at(-1)).toContain(accepted)
  })

  test('of a file go by patterns for the code in its name, too', async () => {
    const folder = createCheckout({
      ...texts,
      'l/cn.json': '{ "c": "A %s", "c": "B %s" }',
      'gitglot.yml':
        `check:\n  ignore: [{ check: duplicate-keys, language: "c*" }]\n${configured}`.replace(
          '    check_flags',
          '    language_aliases: cn:zh_Hans\n    check_flags',
        ),
    })
    const { code, lines } = await check(folder)
    expect([code, lines.filter((line) => line.includes('duplicate-keys'))]).toEqual([1, []])
    expect(lines.at(-1)).toContain('1 accepted')
  })

  test('of keys that no string has go by the key', async () => {
    const old = Array.from({ length: 12 }, (_, index) => `"old.${index}": "O"`)
    const folder = createCheckout({
      ...texts,
      'l/de.json': `{ "a": [{ "x": "A", "x": "B" }], "x": "C", "y": "D", "c": "%s", "c": "C %s" }`,
      'l/pt-BR.json': `{ ${old.join(', ')} }`,
      'po/cs.po': 'msgid "a"\nmsgstr "A"\n\nmsgid "a"\nmsgstr "B"\n',
      'gitglot.yml': `check:
  ignore:
    - { check: extra-keys, key: x }
    - { check: extra-keys, key: old.* }
    - { check: duplicate-keys, key: "a[0].x" }
    - { check: duplicate-keys, key: a }
${configured}  - slug: po
    name: PO
    components: [{ slug: po, name: PO, repo: ., file_format: po, filemask: po/*.po }]
`,
    })
    const { lines } = await check(folder, '--ignore', 'c_format')
    expect(lines).toEqual([
      'l/de.json:1:65: warning duplicate-keys "c": Only the last value of a repeated key counts.',
      'l/de.json:1:21: warning extra-keys: The template lacks these keys: a[0].x, y.',
      'l/pt-BR.json:1:3: warning extra-keys: The template lacks these keys: 2 more.',
      'passed: found 3 warnings (2 extra-keys, 1 duplicate-keys)',
      '13 accepted',
    ])
  })

  test('never fail the check, also not in a change', async () => {
    const files = withCheck('ignore: [{ check: c_format, key: menu.a }]')
    const folder = createTopic(
      { ...files, 'l/de.json': texts['l/de.json'].replace('Hallo', 'Hallo %s') },
      { 'l/de.json': texts['l/de.json'] },
    )
    const { code, lines } = await check(folder, '--base', 'main')
    expect([code, lines[0]]).toEqual([0, expect.stringMatching(/^passed: found 1 note/)])
  })

  test('do not count in the status, and are not listed', async () => {
    const folder = createCheckout(withCheck('ignore: [{ check: c_format }]'))
    const { out } = await gitglot(folder, ['list', '--check', 'c_format', '--format', 'json'])
    expect(JSON.parse(out).units).toEqual([])
  })

  test('are reported if no finding matches an entry', async () => {
    const folder = createCheckout(
      withCheck(
        'ignore:',
        '  - { check: c_format }',
        '  - { check: same, key: nothing }',
        '  - { check: outdated }',
      ),
    )
    const { code, lines } = await check(folder)
    expect([code, lines.filter((line) => line.includes('unused-ignore: '))]).toEqual([
      0,
      [
        'gitglot.yml:4:1: warning unused-ignore: This entry of check.ignore matches no failure: check: same, key: nothing.',
      ],
    ])
  })

  test('need a condition, and the id of an existing check', async () => {
    const folder = createCheckout(withCheck('ignore: [{}, { check: c_formt }, { chek: same }]'))
    const { code, err } = await check(folder)
    expect([code, err.split('\n').slice(0, 3)]).toEqual([
      2,
      [
        'gitglot.yml:2: check.ignore[0]: needs check, key, language or component',
        'gitglot.yml:2: check.ignore[1].check: there is no check "c_formt", did you mean c_format?',
        'gitglot.yml:2: check.ignore[2]: needs check, key, language or component',
      ],
    ])
  })
})

describe.skipIf(!hasGit())('limits in the configuration', () => {
  const sound = {
    ...texts,
    'l/de.json': '{ "menu.a": "Hallo %s" }',
    'l/pt-BR.json': texts['l/en.json'],
  }
  const files = {
    ...sound,
    'gitglot.yml': `check: { fail_on: none, fail_under: 50.5, require_languages: [de-DE, fr] }\n${configured}`,
  }

  test('apply by default', async () => {
    const { code, lines } = await check(createCheckout(files))
    expect([code, lines.slice(0, 2)]).toEqual([
      1,
      [
        'l/en.json:1:1: error require-languages: There is no translation into fr.',
        'l/de.json:1:1: error fail-under: Only 33.3% is translated; at least 50.5% is required.',
      ],
    ])
  })

  test('are overridden by options', async () => {
    const args = ['--fail-under', '30', '--require-languages', 'de']
    expect((await check(createCheckout(files), ...args)).code).toBe(0)
  })

  test('of a project replace the limits of the file', async () => {
    const config = files['gitglot.yml'].replace(
      '    check_flags',
      '    check: { fail_under: 20, require_languages: [] }\n    check_flags',
    )
    expect((await check(createCheckout({ ...files, 'gitglot.yml': config }))).code).toBe(0)
  })

  test('need no projects: components are found as without a configuration', async () => {
    const folder = createCheckout({ ...texts, 'gitglot.yml': 'check:\n  fail_on: warning\n' })
    const { code, lines } = await check(folder)
    expect([code, lines.at(-1)]).toEqual([1, 'failed: found 1 end_space'])
  })

  test('are reported if a change sets them', async () => {
    const folder = createCheckout(withCheck('fail_on: error'))
    writeFilesInto(folder, withCheck('fail_on: none', 'ignore: [{ check: c_format }]'))
    const { code, lines } = await check(folder, '--base', 'HEAD')
    expect([code, lines.slice(0, 2)]).toEqual([
      0,
      [
        'gitglot.yml:1:1: warning changed-settings: check.fail_on is "none"; it was "error".',
        'gitglot.yml:1:1: warning changed-settings: check.ignore is [{"check":"c_format","key":"","language":"","component":""}]; it was [].',
      ],
    ])
  })

  test('are reported if a change sets them while adding a component', async () => {
    const folder = createCheckout(withCheck('fail_on: error'))
    const added =
      '      - { slug: x, name: X, file_format: json, filemask: x/*.json, template: x/en.json }\n'
    const { 'gitglot.yml': text } = withCheck('fail_on: none')
    writeFilesInto(folder, {
      'gitglot.yml': text.replace('    check_flags', `${added}    check_flags`),
      'x/en.json': '{}',
    })
    const { lines } = await check(folder, '--base', 'HEAD')
    expect(lines[0]).toBe(
      'gitglot.yml:1:1: warning changed-settings: check.fail_on is "none"; it was "error".',
    )
  })
})
