import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCheckout, createTopic, gitglot } from '../support/command.ts'
import { hasGit } from '../support/git-repository.ts'

const resources = (...texts: readonly string[]) =>
  `<resources>\n${texts.map((text, at) => `<string name="s${at}">${text}</string>\n`).join('')}</resources>\n`
const android = {
  'app/src/main/res/values/strings.xml': resources('This is mine', 'Time for tea', 'Letter %d'),
  'app/src/main/res/values-fr/strings.xml': resources("C'est à moi", 'L\\u00g1heure', 'Lettre %d'),
}
const json = {
  'l/en.json': '{\n "a": "One",\n "b": "Two"\n}\n',
  'l/de.json': '{\n "a": "Eins",\n "b": "Zwei"\n}\n',
}

describe.skipIf(!hasGit())('content that programs refuse in a file', () => {
  test('is an error at its string', async () => {
    const { code, out } = await gitglot(createCheckout(android), ['check'])
    expect([code, out.trimEnd().split('\n')]).toEqual([
      1,
      [
        `app/src/main/res/values-fr/strings.xml:2:1: error refused-text "s0": Android refuses an apostrophe without a backslash before it (\\').`,
        'app/src/main/res/values-fr/strings.xml:3:1: error refused-text "s1": Android refuses the escape "\\u00g1": four hexadecimal digits must follow \\u.',
        'failed: found 2 refused-text',
      ],
    ])
  })

  test('passes if the base had it elsewhere in the file', async () => {
    const moved = android['app/src/main/res/values-fr/strings.xml'].replace('\n', '\n\n\n')
    const topic = createTopic(android, { 'app/src/main/res/values-fr/strings.xml': moved })
    const { code } = await gitglot(topic, ['check', '--base', 'main'])
    expect(code).toBe(0)
  })

  test('is at its place in a document, as is one that no source has', async () => {
    const folder = createCheckout({
      ...{ 'docs/en/a.md': 'A', 'docs/de/a.md': '', 'docs/en/b.md': 'B' },
      ...{ 'docs/de/b.md': 'B\n\n:\0', 'docs/de/c.md': 'C' },
      ...{ 'guide/a.md': 'A', 'guide/a.de.md': 'D', 'guide/a.fr.md': 'A\u0001' },
      ...{ 'guide/b.md': 'B', 'guide/b.de.md': '', 'guide/b.fr.md': 'F' },
    })
    for (const path of ['docs/de/a.md', 'guide/b.de.md']) {
      writeFileSync(join(folder, path), 'A\xe9', 'latin1')
    }
    const { out } = await gitglot(folder, ['check'])
    expect(out.split('\n').slice(0, 5)).toEqual([
      'docs/de/a.md:1:2: error refused-text "a.md": expected UTF-8, found an invalid byte.',
      'docs/de/b.md:3:2: error refused-text "b.md": The text holds the control character U+0000 NULL.',
      'guide/b.de.md:1:2: error refused-text "b.md": expected UTF-8, found an invalid byte.',
      'guide/a.fr.md:1:2: error refused-text "a.md": The text holds the control character U+0001 START OF HEADING.',
      'docs/de/c.md:1:1: warning extra-keys: The template lacks the key: c.md.',
    ])
    const { out: status } = await gitglot(folder, ['status'])
    expect(status.match(/(?<=! ).*\.md:\d:\d/g)).toEqual([
      ...['docs/de/a.md:1:2', 'guide/b.de.md:1:2', 'guide/a.fr.md:1:2'],
    ])
  })

  test('includes comments of Apple behind texts, which hide the next ones', async () => {
    const english = ['a', 'b', 'c', 'd'].map((key) => `"${key}" = "Text ${key}";\n`).join('')
    const german = [
      ...['/* above */', '"a" = "Text \\"; // eins"; /* behind */', '"b" = "zwei"; // two'],
      ...['"c" = "drei"; // three', '"d" = "vier"; // four', ''],
    ].join('\n')
    const files = { 'en.lproj/A.strings': english, 'de.lproj/A.strings': german }
    const { code, out } = await gitglot(createCheckout(files), ['check'])
    expect([code, out.trimEnd().split('\n')]).toEqual([
      1,
      [
        'de.lproj/A.strings:3:1: error refused-text "b": The comment after the text is read as part of it, with the next 2 texts: put it on a line of its own.',
        'failed: found 1 refused-text',
      ],
    ])
  })

  test('may be ignored', async () => {
    const { code } = await gitglot(createCheckout(android), ['check', '--ignore', 'refused-text'])
    expect(code).toBe(0)
  })

  test('changes nothing else: all texts count, and the base is compared', async () => {
    const topic = createTopic(json, { 'l/de.json': json['l/de.json'].replace('Eins', 'Ei\tns') })
    const { code, out } = await gitglot(topic, ['check', '--base', 'main', '--fail-under', '100'])
    expect([code, out.split('\n')[0]]).toEqual([
      1,
      'l/de.json:2:10: error refused-text "a": JSON does not allow U+0009 CHARACTER TABULATION in a text unless it is escaped.',
    ])
    const status = await gitglot(topic, ['status', '--format', 'json'])
    expect([
      status.code,
      JSON.parse(status.out).languages.map(
        (language: { translatedPercent: number }) => language.translatedPercent,
      ),
    ]).toEqual([0, [100, 100]])
  })
})
