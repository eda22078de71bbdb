// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code of programs that are searched
import { markBuiltKeys } from '../../src/usage/built-keys.ts'
import { callsIn } from '../../src/usage/key-calls.ts'
import { KeyIndex } from '../../src/usage/key-index.ts'
import type { LinearCase } from './growth.ts'

/** Longer lines only occur in generated files, which are not searched. */
const LINE = 4_900

/** Code that repeats the start of an expression's match, mostly without its end. */
const parts: readonly string[] = [
  ...[
    'a',
    ' ',
    '.',
    '_',
    '/',
    'a.',
    'a.b',
    ':a',
    '\\',
    '\\n',
    '$',
    '{',
    '}',
    '(',
    ')',
    '[',
    '+',
    '%s',
  ],
  ...[
    '"',
    "'",
    '`',
    '"a',
    '"a.b',
    '"a.b"',
    "'a.' + ",
    "'a.' + b + ",
    '`a.${',
    '`a.${b}',
    '${',
    '#{',
  ],
  ...['"%s.a', '"{a}.b', '"${a}', "t '.a", "t('a", "t('.a'", '. "', 'a . "', '|| "', '.. "', '~ "'],
  ...[
    '$t(',
    '$t("a',
    "$t('a.b')",
    '$t(`',
    "i18n.t('a') ",
    "t.rich('",
    't?.has',
    't(',
    ' // ',
    '/*',
    '/* $t("a") ',
  ],
  ...[
    '<Trans ',
    '<Trans a="',
    '<Trans a="b" ',
    '<Trans i18nKey=',
    '<Trans i18nKey="a',
    ' i18nKey={',
  ],
  ...['keypath="a', ':keypath=', 'v-t="\'a', 'v-t="'],
  ...[
    'const t = ',
    'const t = useTranslations(',
    "const t = useTranslations('a') ",
    'let t = await ',
  ],
  ...['const { t } = ', 'const { t', 'const {', 'const [ ', 'const [ t', 'const { t } = useI18n('],
  ...["const { t } = useTranslation('a', { keyPrefix: 'b' }) ", 'const { t } = useTranslation(a(b'],
  ...['import { ', 'import { t', 'import { t } from ', '<i18n', 'useI18n({ ', 'useI18n({ messages'],
  ...[
    'R.string.',
    'R.string.a ',
    'R.',
    'import android.',
    'import android.a.',
    '@string/',
    '"@string/a',
  ],
  ...['S.of(', 'S.of(a)', 'AppLocalizations.of(a)!.', 'context.l10n.', 'S.current '],
  ...[
    '_(',
    '_("',
    '_("a',
    '_("a\\"',
    "_('a') ",
    'ngettext(',
    'pgettext("a',
    'pgettext("a", ',
    '_("a"',
  ],
  ...[
    '"a"',
    '"a" ',
    '"a": ',
    'name="a" ',
    '__MSG_',
    '__MSG_a__ ',
    'é',
    '\u0000',
    '\ufffd',
    'scope "a.b"',
  ],
]

const EXTENSIONS = ['tsx', 'kt', 'xml', 'dart', 'py']

/** Keys that share prefixes and suffixes with others. */
const keys: readonly string[] = Array.from({ length: 500 }, (_, index) => [
  `a.b.${index}`,
  `${'a.'.repeat(index % 40)}b`,
  `a${index}`,
  `a b "${index}`,
  `b_${index}_other`,
]).flat()

function read(text: string, index: KeyIndex): void {
  const scopes = EXTENSIONS.flatMap((extension) => {
    const file = { path: `a.${extension}`, extension, isData: false, text }
    return callsIn(file, true).scopes
  })
  index.markText(text, true)
  markBuiltKeys(text, index, scopes, new Set(['a']))
  index.finish()
}

/** Programs are searched for keys. */
export const usageCases: readonly LinearCase[] = [
  ...parts.flatMap((part) =>
    ['', '\n'].map((end) => ({
      what: `code of many ${JSON.stringify(part + end)}`,
      prepare: (length: number) => {
        const line = `${(part + end).repeat(Math.ceil(LINE / (part.length + end.length))).slice(0, LINE)}\n`
        const text = line.repeat(length / line.length)
        const index = new KeyIndex()
        for (const key of keys) index.add(key)
        return () => read(text, index)
      },
    })),
  ),
  ...tables(),
]

/** Keys, and code that builds as many names or uses as many scopes. */
function tables(): LinearCase[] {
  const shapes: Readonly<Record<string, (index: number) => string>> = {
    'the same beginning': (index) => `a.b.c.d.${index}`,
    'the same end': (index) => `${index}.a.b.c.d`,
    'many dots': (index) => `${'.a'.repeat(50)}.${index}`,
    'many words': (index) => `a b c d e f g h i j ${index}`,
  }
  const tableCase = (
    what: string,
    keyAt: (index: number) => string,
    lineAt: (index: number) => string,
    isOne = false,
  ): LinearCase => ({
    what,
    prepare: (length) => {
      const count = length / 32
      const index = new KeyIndex()
      for (let place = 0; place < (isOne ? 1 : count); place++)
        index.add(keyAt(isOne ? length : place))
      const text = Array.from({ length: count }, (_, place) => `${lineAt(place)}\n`).join('')
      return () => read(text, index)
    },
  })
  return [
    ...Object.entries(shapes).map(([name, keyAt]) =>
      tableCase(
        `keys with ${name}, built by code`,
        keyAt,
        (place) => `t('${keyAt(place)}.' + x + '.${place}')`,
      ),
    ),
    tableCase(
      'scopes of one function',
      shapes['the same beginning']!,
      (place) => `const t = useTranslations('a.${place}'); t(a); t('b.' + a)`,
    ),
    ...['.', '_', ' ', 'a.', 'a_'].map((part) =>
      tableCase(
        `one key of ${JSON.stringify(part)}`,
        (length) => `a${part.repeat(length / part.length)}b`,
        () => "t(x + '.a')",
        true,
      ),
    ),
  ]
}
