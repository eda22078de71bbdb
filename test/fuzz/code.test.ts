// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code of programs that are searched
import { expect, onTestFinished, test } from 'vitest'
import { RepositoryError } from '../../src/errors.ts'
import { markBuiltKeys } from '../../src/usage/built-keys.ts'
import { callsIn } from '../../src/usage/key-calls.ts'
import { KeyIndex } from '../../src/usage/key-index.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createHistory } from '../support/history.ts'
import { fuzz } from './mutate.ts'

const seeds = [
  "import { t } from 'i18next'\nconst { t: x, i18n } = useTranslation('a', { keyPrefix: 'b.c' })\nx('d'); t(`e.${f}.g`)",
  "const t = await getTranslations({ namespace: 'a' })\nt.rich('b', { c })\nt('d.' + e + '.f')",
  '<Trans i18nKey="a.b" count={n} /><p v-t="\'c\'" /><i18n-t :keypath="\'d\'" />{{ $t("e") }}',
  'val a = R.string.b + getString(R.plurals.c)\nimport android.R\n@string/d',
  'AppLocalizations.of(context)!.a; S.of(context).b; context.l10n.c',
  'puts(_("a \\"b\\"")); ngettext("c", "d", n); pgettext("e", "f")',
  '{ "a.b": "c", "d": ["e.f"] }\nname="g"\n__MSG_h__',
]
const tokens = [
  ...[
    '"',
    "'",
    '`',
    '${',
    '#{',
    '}',
    '{',
    '(',
    ')',
    '\\',
    '\\n',
    '\n',
    '\0',
    '%s',
    '.',
    '_',
    ':',
    '|',
  ],
  ...[
    "t('",
    '$t(`',
    'useI18n(',
    'useTranslation(',
    'keyPrefix:',
    'const {',
    'const [',
    ' + ',
    ' // ',
  ],
  ...[
    '<Trans ',
    'i18nKey=',
    'v-t="',
    'keypath=',
    '@string/',
    'R.string.',
    '_("',
    'S.of(',
    '.l10n.',
    '\ufffd',
  ],
]

test('damaged code is searched, and each call is at the place of its key', () => {
  fuzz({
    rounds: 2000,
    seeds: seeds.map((seed) => Buffer.from(seed)),
    tokens,
    expected: RepositoryError,
    run(bytes) {
      const text = bytes.toString('utf8')
      const index = new KeyIndex()
      for (const key of ['a', 'a.b', 'b.c.d', 'e f g', text.slice(0, 300)]) index.add(key)
      for (const extension of ['tsx', 'vue', 'kt', 'xml', 'dart', 'py']) {
        const file = { path: `a.${extension}`, extension, isData: extension === 'xml', text }
        index.markText(text, file.isData)
        const { calls, scopes } = callsIn(file, true)
        markBuiltKeys(text, index, scopes, new Set(['a']))
        for (const { key, at, kind } of calls) {
          // The scope of the key may be elsewhere, and escapes differ from their characters.
          const isThere = [...key].some(
            (_, start) =>
              (start === 0 || key[start - 1] === '.') && text.startsWith(key.slice(start), at),
          )
          if (kind !== 'gettext' && !isThere) throw new Error(`${key} is not at ${at}`)
        }
      }
      index.finish()
    },
  })
})

test('hostile code files do not affect the keys found in others', async () => {
  const { path: repo } = await createHistory([
    {
      name: '1',
      files: {
        'l/en.json': '{"a.new":"New","a.old":"Old"}',
        'src/long.js': `$t('a.old');${'x'.repeat(100_000)}`,
        'src/deep.js': '([{`${\n'.repeat(20_000),
        'src/open.js': `"'\`\${a\n`.repeat(20_000),
        'src/table.json': JSON.stringify(
          Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k.${index}`, index])),
          null,
          1,
        ),
        'src/scopes.ts': [
          ...Array.from({ length: 5000 }, (_, index) => `const t = useTranslations('s${index}')`),
          ...Array.from({ length: 40_000 }, (_, index) => `t('k${index}')`),
        ].join('\n'),
        'src/nul.js': "\0$t('a.old')",
        'src/latin.js': Buffer.from(
          "// caf\xe9 \xc3\x28 \xed\xa0\x80\n$t('a.new')\n$t('a.gone')\n",
          'latin1',
        ),
      },
    },
  ])
  const components = [jsonComponent('l', 'l', { repo, branch: 'main' })]
  const project = { slug: 'p', name: 'P', web: 'https://example.org/', components }
  const { app, catalog } = await serveProjects([project], {}, { threads: 1 })
  onTestFinished(catalog.close)
  await catalog.complete
  const response = await app.request('/api/components/p/l/unused/')
  const { results } = (await response.json()) as {
    results: readonly { rule: string; key: string; filename: string; line: number | null }[]
  }
  expect(results.map(({ rule, key, filename, line }) => [rule, key, filename, line])).toEqual([
    ['undefined-key', 'a.gone', 'src/latin.js', 3],
    ['unused-key', 'a.old', 'l/en.json', null],
  ])
})
