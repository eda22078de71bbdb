import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createCheckout, createTopic, gitglot, shopConfig } from '../support/command.ts'
import { hasGit } from '../support/git-repository.ts'

const android = shopConfig.replace(
  'file_format: json, filemask: l/*.json, template: l/en.json',
  'file_format: aresource, filemask: v-*/s.xml, template: v/s.xml',
)
const resources = (...strings: readonly string[]) =>
  `<resources>\n${strings.map((name, index) => `<string name="${name}">${name}${index}</string>\n`).join('')}</resources>\n`
const files = {
  'gitglot.yml': shopConfig,
  'l/en.json': '{\n"a": "Hello",\n"b": "Bye"\n}',
  'l/de.json': '{\n"a": "Hallo",\n"b": "Auf Wiedersehen",\n"old": "Alt"\n}',
  'l/cs.json': '{\n"a": "Ahoj",\n"b": ""\n}',
}

/** What `check` prints, without its verdict. */
async function findings(folder: string, ...args: readonly string[]): Promise<string[]> {
  const { out } = await gitglot(folder, ['check', ...args])
  return out
    .slice(0, out.search(/^(?:passed|failed): /m))
    .split('\n')
    .slice(0, -1)
}

describe.skipIf(!hasGit())('warnings about keys', () => {
  test('names repeated in Android resources, where the text is that counts: the first of the template, the last of a translation', async () => {
    const folder = createCheckout({
      'gitglot.yml': android,
      'v/s.xml': resources('a', 'b', 'a'),
      'v-de/s.xml': resources('b', 'a', 'b', 'b'),
    })
    expect(await findings(folder, '--ignore', 'same')).toStrictEqual([
      'v/s.xml:2:1: warning duplicate-keys: Only one text of a repeated key counts: a.',
      'v-de/s.xml:5:1: warning duplicate-keys: Only one text of repeated keys counts: b.',
    ])
  })

  test('names repeated in Android resources for another product, or for a plural, are fine', async () => {
    const strings = ['name="a"', 'name="a" product="tablet"', 'name="b" product="tv"', 'name="b"']
    const plural = '<plurals name="b"><item quantity="other">x</item></plurals>'
    const text = (...all: readonly string[]) =>
      `<resources>\n${all.map((attribute, index) => `<string ${attribute}>x${index}</string>\n`).join('')}${plural}</resources>\n`
    const folder = createCheckout({
      'gitglot.yml': android,
      'v/s.xml': text(...strings),
      'v-de/s.xml': text(...strings, 'name="a" product="default"', 'name="c" product="tv"'),
    })
    expect(await findings(folder, '--ignore', 'same,plurals,optional-form')).toStrictEqual([
      'v-de/s.xml:7:1: warning extra-keys: The template lacks the key: c.',
      'v-de/s.xml:6:1: warning duplicate-keys: Only one text of a repeated key counts: a.',
    ])
  })

  test('keys repeated in JSON, at each level', async () => {
    const folder = createCheckout({
      'gitglot.yml': shopConfig,
      'l/en.json': '{\n"a": "Say \\"x\\": y",\n"b": {"c": "C", "d": "D"}\n}',
      'l/de.json': '{\n"a": "A",\n"b": {"c": "C",\n"c": "K", "d": "D"},\n"a": "B"\n}',
    })
    expect(await findings(folder, '--ignore', 'same')).toStrictEqual([
      'l/de.json:4:1: warning duplicate-keys "b.c": Only the last value of a repeated key counts.',
      'l/de.json:5:1: warning duplicate-keys "a": Only the last value of a repeated key counts.',
    ])
  })

  test('plural forms of Joomla that the template lacks are fine, if the key without a suffix is there', async () => {
    const folder = createCheckout({
      'gitglot.yml': shopConfig.replace(
        'file_format: json, filemask: l/*.json, template: l/en.json',
        'file_format: joomla, filemask: l/*.ini, template: l/en.ini',
      ),
      'l/en.ini': 'N="many"\nN_1="one"\n',
      'l/cs.ini': 'N="mnoho"\nN_1="jeden"\nN_2="dva"\nN_MORE="víc"\nX_2="dva"\nN_B="b"\n',
    })
    expect(await findings(folder)).toStrictEqual([
      'l/cs.ini:5:1: warning extra-keys: The template lacks these keys: X_2, N_B.',
    ])
  })

  test('an empty key, as of a conflict marker', async () => {
    const folder = createCheckout({
      ...{ 'l/m.properties': 'a=A\n', 'l/m_de.properties': 'a=B\n=======\n' },
    })
    expect(await findings(folder)).toStrictEqual([
      'l/m_de.properties:2:1: warning extra-keys: The template lacks the key: "".',
    ])
  })

  test('a repeated plural form of Joomla, of which one text counts', async () => {
    const folder = createCheckout({
      'gitglot.yml': shopConfig.replace(
        'file_format: json, filemask: l/*.json, template: l/en.json',
        'file_format: joomla, filemask: l/*.ini, template: l/en.ini',
      ),
      'l/en.ini': 'N="many"\nN_1="one"\n',
      'l/cs.ini': 'N="mnoho"\nN_1="jeden"\nN_1="jedna"\n',
    })
    expect(await findings(folder)).toStrictEqual([
      'l/cs.ini:3:1: warning duplicate-keys: Only one text of a repeated key counts: N_1.',
    ])
  })

  test('strings repeated in PO, where the first counts', async () => {
    const head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
    const menu = 'msgctxt "menu"\nmsgid "Open"\nmsgstr "Offen"\n\n'
    const plural = 'msgid "%d tide"\nmsgid_plural "%d tides"\nmsgstr[0] "%d"\nmsgstr[1] "%d x"\n\n'
    const text = 'Long '.repeat(60)
    const long = `msgid "${text}"\nmsgstr "Lang "\n\n`
    const folder = createCheckout({
      'gitglot.yml': shopConfig.replace(
        'file_format: json, filemask: l/*.json, template: l/en.json',
        'file_format: po, filemask: po/*.po',
      ),
      'po/cs.po': head + menu + long + long,
      'po/de.po': head + menu + plural + plural + menu,
      'po/fr.po': head + menu + menu.replace('menu', 'door'),
    })
    expect(await findings(folder)).toStrictEqual([
      `po/cs.po:8:1: warning duplicate-keys: Only one text of a repeated key counts: ${text.slice(0, 200)}….`,
      'po/de.po:8:1: warning duplicate-keys: Only one text of repeated keys counts: %d tide / %d tides, Open (menu).',
    ])
  })

  test('keys that only a translation has', async () => {
    expect(await findings(createCheckout(files))).toStrictEqual([
      'l/de.json:4:1: warning extra-keys: The template lacks the key: old.',
    ])
  })

  test('with a base only new ones count', async () => {
    const folder = createTopic(files, {
      'l/de.json': '{\n"old": "Alt",\n"new": "Neu",\n"a": "Hallo",\n"b": "Auf Wiedersehen"\n}',
    })
    expect(await findings(folder, '--base', 'main')).toStrictEqual([
      'l/de.json:3:1: warning extra-keys: The template lacks the key: new.',
    ])
  })

  test('a key that looks renamed is reported, with the translations that would be lost', async () => {
    const folder = createTopic(files, { 'l/en.json': '{\n"a": "Hello",\n"bye": "Bye"\n}' })
    expect(await findings(folder, '--base', 'main')).toStrictEqual([
      'l/en.json:3:1: warning renamed-key "bye": The key looks renamed from b, which has the same source: 1 translation would be lost (de).',
    ])
    const moved = createTopic(files, {
      'l/en.json': '{\n"a": "Hello",\n"bye": "Bye"\n}',
      'l/de.json': '{\n"a": "Hallo",\n"bye": "Auf Wiedersehen"\n}',
      'l/cs.json': '{\n"a": "Ahoj",\n"bye": ""\n}',
    })
    expect(await findings(moved, '--base', 'main')).toStrictEqual([])
  })

  test('may be ignored, or fail the check', async () => {
    const folder = createCheckout(files)
    expect(await findings(folder, '--ignore', 'extra-keys')).toStrictEqual([])
    const { code } = await gitglot(folder, ['check', '--fail-on', 'warning'])
    expect(code).toBe(1)
  })
})

describe.skipIf(!hasGit())('a part of the repository', () => {
  const broken = {
    ...files,
    'l/de.json': '{\n"a": "Hallo "\n}',
    'l/fr.json': '{\n"a": "Bonjour "\n}',
    'l/it.json': '{',
  }

  test('is checked alone', async () => {
    const folder = createCheckout(broken)
    const rules = async (...args: readonly string[]) =>
      (await findings(folder, ...args)).map((line) => line.split(' ', 3).slice(0, 3).join(' '))
    expect(await rules('--language', 'fr')).toStrictEqual(['l/fr.json:2:1: warning end_space'])
    expect(await rules('--language', 'IT')).toStrictEqual(['l/it.json:1:2: error parse-error:'])
    // A string is one finding, in all its languages.
    expect((await rules('--component', 'web')).length).toBe(2)
  })

  test('that does not exist is reported', async () => {
    const { code, err } = await gitglot(createCheckout(files), ['check', '--language', 'xx'])
    expect([code, err]).toStrictEqual([2, 'there is no language "xx"; known: cs, de, en\n'])
  })

  test('a removed language can be selected', async () => {
    const folder = createCheckout(files)
    rmSync(join(folder, 'l/de.json'))
    const args = ['check', '--base', 'HEAD', '--language', 'de']
    const { code, out } = await gitglot(folder, args)
    expect([code, out.split('\n')[0]]).toStrictEqual([
      1,
      'l/en.json:1:1: error untranslated: The translation into German was removed.',
    ])
  })
})
