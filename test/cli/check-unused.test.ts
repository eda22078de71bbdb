// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code of programs that are checked
import { describe, expect, test } from 'vitest'
import { createCheckout, createTopic, gitglot, shopConfig } from '../support/command.ts'
import { hasGit } from '../support/git-repository.ts'

/** What `check --unused` prints of keys, without its verdict. */
async function findings(folder: string, ...args: readonly string[]): Promise<string[]> {
  const { out } = await gitglot(folder, ['check', '--unused', ...args])
  return out.split('\n').filter((line) => /: \w+ (?:unused|undefined)-key/.test(line))
}

function withFormat(format: string, filemask: string, template: string): string {
  return shopConfig.replace(
    'file_format: json, filemask: l/*.json, template: l/en.json',
    `file_format: ${format}, filemask: ${filemask}, template: ${template}`,
  )
}

const nested = withFormat('json-nested', 'l/*.json', 'l/en.json')

/** A template with a key in each line. */
function keys(...names: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, `Text ${name}`])), null, 1)
}

/** A string table of plural forms with these keys. */
function stringsdict(...names: readonly string[]): string {
  const forms =
    '<key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key><dict><key>other</key><string>%d</string></dict>'
  return `<plist version="1.0"><dict>${names.map((name) => `<key>${name}</key><dict>${forms}</dict>`).join('')}</dict></plist>`
}

/** A string catalog with these keys, which vary by device. */
function xcstrings(...names: readonly string[]): string {
  const mac = { stringUnit: { state: 'translated', value: 'Text' } }
  const variant = { localizations: { en: { variations: { device: { mac } } } } }
  const strings = Object.fromEntries(names.map((name) => [name, variant]))
  return JSON.stringify({ sourceLanguage: 'en', version: '1.0', strings })
}

describe.skipIf(!hasGit())('keys that no file names', () => {
  test('are notes at their places, and only looked for on request', async () => {
    const folder = createCheckout({
      'gitglot.yml': shopConfig,
      'l/en.json': keys('cart.title', 'cart.old', 'save'),
      'l/de.json': keys('cart.title', 'cart.old', 'save'),
      'src/cart.js': "show('cart.title', t('save'))\n",
    })
    expect(await findings(folder)).toStrictEqual([
      'l/en.json:3:2: note unused-key "cart.old": No file mentions the key "cart.old".',
    ])
    const { code, out } = await gitglot(folder, ['check', '--ignore', 'same'])
    expect([code, out]).toStrictEqual([0, 'passed: found nothing\n'])
    const noted = ['check', '--unused', '--fail-on', 'note', '--ignore', 'same']
    expect((await gitglot(folder, noted)).code).toBe(1)
  })

  const used: readonly (readonly [what: string, path: string, code: string])[] = [
    ['a template literal', 'a.js', 't(`day.${name}.long`)'],
    ['a sum', 'a.js', "t('day.' + name + '.long')"],
    ['a list that is joined', 'a.js', "['day.', name].join('')"],
    ['PHP', 'a.php', "<?php echo __('day.' . $name);"],
    ['printf', 'a.c', 'tr("day.%s.long")'],
    ['an f-string of Python', 'a.py', 't(f"day.{name}")'],
    ['Ruby', 'a.rb', 't("day.#{name}")'],
    ['Kotlin', 'a.kt', 'text("day.$name.long")'],
    ['Lua', 'a.lua', 'text("day." .. name)'],
    ['Twig', 'a.twig', "{{ ('day.' ~ name)|trans }}"],
    ['a namespace', 'a.js', 't(`shop:day.${name}`)'],
    ['their end', 'a.js', 't(`${unit}.mon.long`)'],
    ['the end of a sum', 'a.js', "t(unit + '.mon.long')"],
    ['a lazy look-up of Rails', 'a.erb', "<%= t('.mon.long') %>"],
    ['all in it', 'a.js', "t('day.mon', { returnObjects: true })"],
    ['a bar between its parts', 'a.ts', '_t("day|mon|long")'],
    [
      'the scope of next-intl',
      'a.tsx',
      "const t = useTranslations('day')\nreturn <p title='other'>{t('mon.long')}</p>",
    ],
    [
      'the prefix of i18next',
      'a.jsx',
      "const { t } = useTranslation('shop', { keyPrefix: 'day.mon' })\nt('long')",
    ],
    ['a scope whose keys are not named', 'a.tsx', "const t = useTranslations('day')\nt(name)"],
  ]
  test.each(used)('a key counts as used by %s', async (_what, path, code) => {
    const texts = JSON.stringify({ day: { mon: { long: 'Monday' } }, other: 'Other', old: 'Old' })
    const folder = createCheckout({
      'gitglot.yml': nested,
      'l/en.json': texts,
      [`src/${path}`]: `${code}\n'other'\n`,
    })
    expect(await findings(folder)).toStrictEqual([
      'l/en.json:1:50: note unused-key "old": No file mentions the key "old".',
    ])
  })

  test('a built key leaves those with another beginning or end unused', async () => {
    const folder = createCheckout({
      'gitglot.yml': shopConfig,
      'l/en.json': keys('day.mon.long', 'day.mon.short', 'night.mon.long'),
      'src/a.js': 't(`day.${name}.long`)\n',
    })
    expect(await findings(folder)).toStrictEqual([
      'l/en.json:3:2: note unused-key "day.mon.short": No file mentions the key "day.mon.short".',
      'l/en.json:4:2: note unused-key "night.mon.long": No file mentions the key "night.mon.long".',
    ])
  })

  test('translations, vendored, built, generated and binary files use no keys, nor do names of entries in data', async () => {
    const name = "t('a.old')\n"
    const folder = createCheckout({
      'gitglot.yml': shopConfig,
      'l/en.json': keys('a.new', 'a.old'),
      'l/de.json': keys('a.new', 'a.old'),
      'src/a.js': "t('a.new')\n",
      'node_modules/a/a.js': name,
      'vendor/a.js': name,
      'dist/a.js': name,
      'web/a.min.js': name,
      'web/keys.d.ts': name,
      'web/keys.js': `// Generated by a script: do not edit.\n${name}`,
      'web/a.js': `\0${name}`,
      'web/packed.js': `${'x'.repeat(30_000)};${name}`,
      'locales/fr.js': name,
      'data/copy.json': '{ "a.old": "Old" }\n',
    })
    expect(await findings(folder)).toStrictEqual([
      'l/en.json:3:2: note unused-key "a.old": No file mentions the key "a.old".',
    ])
  })

  test.each([
    [
      'Rails, which uses some itself',
      ...(['ruby-yaml', 'l/*.yml', 'l/en.yml'] as const),
      'en:\n  cart:\n    title: Cart\n    old: Old\n  date:\n    names: [~, January]\n  days: [Monday]\n',
      "t('cart.title') + t('days')[0]\n",
      'cart->old',
    ],
    [
      'Laravel',
      ...(['laravel', 'l/*/shop.php', 'l/en/shop.php'] as const),
      "<?php\nreturn ['cart' => ['title' => 'Cart', 'old' => 'Old'], 'save' => 'Save'];\n",
      "__('shop.cart.title') . __('shop.save')\n",
      "cart'[]->'old",
    ],
    [
      'Roundcube',
      ...(['php', 'l/*.inc', 'l/en.inc'] as const),
      "<?php\n$labels['title'] = 'Cart';\n$labels['old'] = 'Old';\n",
      "$this->gettext('title')\n",
      "$labels['old']",
    ],
    [
      "Apple's plural forms",
      ...(['stringsdict', 'l/*.lproj/a.stringsdict', 'l/en.lproj/a.stringsdict'] as const),
      stringsdict('boats', 'old'),
      'NSLocalizedString("boats", comment: "")\n',
      'old:n',
    ],
    [
      "Apple's variations",
      ...(['xcstrings', 'l/a.xcstrings', 'l/a.xcstrings'] as const),
      xcstrings('boats', 'old'),
      'String(localized: "boats")\n',
      'old|==|device.mac',
    ],
  ])(
    'keys in the syntax of a format are named as in code: %s',
    async (_what, format, mask, template, text, code, old) => {
      const folder = createCheckout({
        'gitglot.yml': withFormat(format, mask, template),
        [template]: text,
        'src/a.txt': code,
      })
      expect(
        (await findings(folder)).map((line) => line.slice(line.indexOf('note'))),
      ).toStrictEqual([`note unused-key "${old}": No file mentions the key "${old}".`])
    },
  )

  test('plural forms of i18next, and texts of one element, are named by their common part', async () => {
    const i18next = withFormat('i18next', 'l/*.json', 'l/en.json')
    const plurals = createCheckout({
      'gitglot.yml': i18next.replace('file_format: i18next', 'file_format: json'),
      'l/en.json': keys('item_one', 'item_other', 'thing_one'),
      'src/a.js': "t('item', { count })\n",
    })
    expect(await findings(plurals)).toStrictEqual([
      'l/en.json:4:2: note unused-key "thing_one": No file mentions the key "thing_one".',
    ])
    const contexts = createCheckout({
      'gitglot.yml': i18next.replace('file_format: i18next', 'file_format: i18nextv4'),
      'l/en.json': keys('friend', 'friend_male', 'foe_male'),
      'src/a.js': "t('friend', { context })\n",
    })
    expect(await findings(contexts)).toStrictEqual([
      'l/en.json:4:2: note unused-key "foe_male": No file mentions the key "foe_male".',
    ])
  })

  test('contexts of i18next are named by a call of a key that none has without them', async () => {
    const folder = createCheckout({
      'gitglot.yml': withFormat('i18nextv4', 'l/*.json', 'l/en.json'),
      'l/en.json': keys('friend_male_one', 'friend_male_other', 'friend_female', 'foe_male'),
      'src/a.js': "const { t } = useTranslation()\nt('friend', { context, count })\n",
    })
    expect(await findings(folder)).toStrictEqual([
      'l/en.json:5:2: note unused-key "foe_male": No file mentions the key "foe_male".',
    ])
  })

  test('a function with two scopes may look up a key in each', async () => {
    const folder = createCheckout({
      'gitglot.yml': nested,
      'l/en.json': JSON.stringify({ A: { one: 'One' }, B: { two: 'Two', old: 'Old' } }),
      'src/page.tsx':
        "async function head() {\n const t = await getTranslations('A')\n return t('one')\n}\nfunction Page() {\n const t = useTranslations('B')\n return t.rich('two')\n}\n",
    })
    expect(await findings(folder)).toStrictEqual([
      'l/en.json:1:37: note unused-key "B.old": No file mentions the key "B.old".',
    ])
  })

  test.each([
    ['i18next', 'json', 'l/*.json', 'l/en.json', keys('save', 'now', 'old'), '$t(now)'],
    ['vue-i18n', 'json', 'l/*.json', 'l/en.json', keys('save', 'now', 'old'), '@:now'],
    [
      'vue-i18n with a modifier',
      'json',
      'l/*.json',
      'l/en.json',
      keys('save', 'now', 'old'),
      '@.lower:now',
    ],
    [
      'Android',
      ...(['aresource', 'l/values-*/s.xml', 'l/values/s.xml'] as const),
      '<resources>\n<string name="save">Text save</string>\n<string name="now">N</string>\n<string name="old">O</string>\n</resources>',
      '@string/now',
    ],
  ])(
    'a text may refer to another key, as in %s',
    async (_what, format, mask, template, text, reference) => {
      const folder = createCheckout({
        'gitglot.yml': withFormat(format, mask, template),
        [template]: text.replace('Text save', `Do it ${reference}`),
        'src/a.js': "const { t } = useTranslation()\nt('save') + R.string.save\n",
      })
      expect(await findings(folder)).toStrictEqual([
        expect.stringContaining('note unused-key "old"'),
      ])
    },
  )

  test('a text as key is found where a literal is broken over lines or has escapes', async () => {
    const folder = createCheckout({
      'gitglot.yml': shopConfig,
      'l/en.json': keys("Don't save this", 'Save all\nnow', 'Never said'),
      'src/a.js': "$t('Don\\'t save ' +\n  'this')\n$t('Save all\\nnow')\n",
    })
    expect(await findings(folder)).toStrictEqual([
      'l/en.json:4:2: note unused-key "Never said": No file mentions the key "Never said".',
    ])
  })

  test('none are reported of a repository that has only translations', async () => {
    const folder = createCheckout({
      'gitglot.yml': shopConfig,
      'l/en.json': keys('a.one', 'a.two'),
      'README.md': 'Translations of the shop.\n',
    })
    expect(await findings(folder)).toStrictEqual([])
  })

  test('with a base only those that are new count', async () => {
    const folder = createTopic(
      {
        'gitglot.yml': shopConfig,
        'l/en.json': keys('a.one', 'a.two', 'a.old'),
        'src/a.js': "t('a.one')\nt('a.two')\n",
      },
      { 'src/a.js': "t('a.one')\n" },
    )
    expect(await findings(folder, '--base', 'main')).toStrictEqual([
      'l/en.json:3:2: note unused-key "a.two": No file mentions the key "a.two".',
    ])
  })

  test('they may be accepted and ignored as other findings', async () => {
    const files = {
      'l/en.json': keys('a.one', 'a.old'),
      'src/a.js': "t('a.one')\n",
    }
    const accepted = `${shopConfig}check: { ignore: [{ check: unused-key, key: a.old }] }\n`
    expect(await findings(createCheckout({ ...files, 'gitglot.yml': accepted }))).toStrictEqual([])
    const folder = createCheckout({ ...files, 'gitglot.yml': shopConfig })
    expect(await findings(folder, '--ignore', 'unused-key')).toStrictEqual([])
  })
})

describe.skipIf(!hasGit())('keys of the code that no template has', () => {
  const cases: readonly (readonly [what: string, path: string, code: string, at: string])[] = [
    ['i18next', 'a.jsx', "const { t } = useTranslation()\nt('a.one'); t('a.gone')", '2:16'],
    ['i18next alone', 'a.js', "i18next.t('a.one'); i18next.t('a.gone')", '1:32'],
    ['its namespaces', 'a.js', "i18n.t('en:a.one'); i18n.t('en:a.gone')", '1:29'],
    [
      'its prefixes',
      'a.tsx',
      "const { t } = useTranslation('en', { keyPrefix: 'a' })\nt('one'); t('gone')",
      '2:14',
    ],
    [
      'its components',
      'a.tsx',
      '<p><Trans i18nKey="a.one" /><Trans count={n} i18nKey="a.gone" /></p>',
      '1:55',
    ],
    ['vue-i18n', 'a.vue', "<p>{{ $t('a.one') }}</p>\n<p>{{ $t('a.gone') }}</p>", '2:11'],
    ['its composition', 'a.vue', "const { t } = useI18n()\nt('a.one'), t('a.gone')", '2:16'],
    ['its directive', 'a.vue', `<p v-t="'a.one'" /><p v-t="'a.gone'" />`, '1:29'],
    ['code after a glob', 'a.js', 'accept("image/*"); $t("a.one"); $t("a.gone") /* */', '1:37'],
    ['next-intl', 'a.tsx', "const t = useTranslations('a')\nt('one'); t.rich('gone', {})", '2:19'],
  ]
  test.each(cases)('are errors in calls of %s', async (_what, path, code, at) => {
    const folder = createCheckout({
      'gitglot.yml': nested,
      'l/en.json': JSON.stringify({ a: { one: 'One' } }),
      [`src/${path}`]: `${code}\n`,
    })
    const key = code.includes('en:a.gone') ? 'en:a.gone' : 'a.gone'
    expect(await findings(folder)).toStrictEqual([
      `src/${path}:${at}: error undefined-key "${key}": The code asks for the key "${key}"; no template has it.`,
    ])
    expect((await gitglot(folder, ['check', '--unused'])).code).toBe(1)
  })

  test('keys in YAML are those of nested objects, too', async () => {
    const folder = createCheckout({
      'gitglot.yml': withFormat('yaml', 'l/*.yaml', 'l/en.yaml'),
      'l/en.yaml': 'save: Save\na:\n  one: One\n',
      'src/a.vue': "<p>{{ $t('save') }}{{ $t('a.one') }}{{ $t('a.gone') }}</p>\n",
    })
    expect(await findings(folder)).toStrictEqual([
      'src/a.vue:1:44: error undefined-key "a.gone": The code asks for the key "a.gone"; no template has it.',
    ])
  })

  test('a key that is called as the function is found behind it', async () => {
    const folder = createCheckout({
      'gitglot.yml': nested,
      'l/en.json': JSON.stringify({ a: { one: 'One' } }),
      'src/a.js': "const { t } = useTranslation()\nt('a.one'); t('t')\n",
    })
    expect(await findings(folder)).toStrictEqual([
      'src/a.js:2:16: error undefined-key "t": The code asks for the key "t"; no template has it.',
    ])
  })

  test('in Android a key may also be defined beside the translated files, or belong to a library', async () => {
    const folder = createCheckout({
      'gitglot.yml': withFormat('aresource', 'res/values-*/strings.xml', 'res/values/strings.xml'),
      'res/values/strings.xml':
        '<resources>\n<string name="save">Save</string>\n<string name="ok">OK</string>\n<plurals name="n.items"><item quantity="other">%d</item></plurals>\n</resources>\n',
      'res/values/fixed.xml': '<resources><string name="brand">Shop</string></resources>\n',
      'res/layout/main.xml': '<a text="@string/save" hint="@string/brand" b="@string/lost" />\n',
      'build.gradle': 'resValue("string", "version", "1")\n',
      'src/A.kt':
        'val ok = android.R.string.ok\nval a = R.plurals.n_items + R.string.version\nval b = R.string.gone\n',
    })
    expect(await findings(folder)).toStrictEqual([
      'res/layout/main.xml:1:56: error undefined-key "lost": The code asks for the key "lost"; no template has it.',
      'src/A.kt:3:18: error undefined-key "gone": The code asks for the key "gone"; no template has it.',
    ])
  })

  test('getters of Flutter', async () => {
    const folder = createCheckout({
      'gitglot.yml': withFormat('arb', 'l/app_*.arb', 'l/app_en.arb'),
      'l/app_en.arb': keys('save', 'old'),
      'lib/a.dart':
        'final a = AppLocalizations.of(context)!.save;\nfinal b = context.l10n.gone;\nfinal c = AppLocalizations.of(context)!.localeName;\n',
    })
    expect(await findings(folder)).toStrictEqual([
      'lib/a.dart:2:24: error undefined-key "gone": The code asks for the key "gone"; no template has it.',
      'l/app_en.arb:3:2: note unused-key "old": No file mentions the key "old".',
    ])
  })

  test('texts for gettext, in files from which the template has texts', async () => {
    const code = 'puts(_("Save \\"all\\""));\nputs(_("Gone"));\nputs(_("A" B));\n// _("No more")\n'
    const folder = createCheckout({
      'gitglot.yml': withFormat('po', 'po/*.po', "''"),
      'po/de.po':
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n#: src/a.c:1\nmsgid "Save \\"all\\""\nmsgstr "Alles"\n',
      'src/a.c': code,
      'src/other.c': code,
    })
    expect(await findings(folder)).toStrictEqual([
      'src/a.c:2:6: error undefined-key "Gone": The code asks for the key "Gone"; no template has it.',
    ])
  })

  test('uncertain cases are not reported', async () => {
    const code = [
      "t('a.gone') // t('a.gone'): not known what it is",
      "const { t: x } = useTranslation(ns, { keyPrefix: prefix })\nx('gone')",
      '$t(`a.${gone}`)',
      "$t('a.' + gone)",
      "// $t('a.gone')",
      "/*\n $t('a.gone')\n*/",
      "<!--\n {{ $t('a.gone') }}\n-->",
      "$t('a.list'); $t('a')",
      "$t('a.gone', 'Gone'); $t('a.gone', { count: 1, defaultValue: 'Gone' })",
    ]
    const texts = JSON.stringify({ a: { one: 'One', list: ['First'] } })
    const folder = createCheckout({
      'gitglot.yml': nested,
      'l/en.json': texts,
      'src/a.js': `${code.join('\n')}\n$t('a.one')\n`,
      'src/a.test.js': "$t('a.gone')\n",
      'src/own.js':
        "export default { i18n: { messages: { en: {} } }, a() { return this.$t('own') } }\n",
      'other/package.json': '{}\n',
      'other/a.js': "$t('b.one'); $t('b.two'); $t('a.one')\n",
    })
    expect(await findings(folder)).toStrictEqual([])
  })
})
