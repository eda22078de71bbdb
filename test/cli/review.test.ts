import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { type ReviewSummary, reviewSentence } from '../../src/facts/review.ts'
import { createBranch, shop } from '../support/branch.ts'
import { createCheckout, gitglot, shopConfig, writeFilesInto } from '../support/command.ts'
import { createTemporaryFolder, hasGit } from '../support/git-repository.ts'

const ADA = 'Ada <ada@example.org>'
const BOB = 'Bob <bob@example.org>'

const en = {
  save: 'Save your work now',
  see: 'See https://shop.example for more',
  count: 'Delete {count} files',
  old: 'Close this window',
  calm: 'Open the door',
  meaning: 'Send the letter',
}
const de = {
  save: 'Sichern Sie jetzt',
  see: 'Mehr auf https://shop.example',
  count: '{count} Dateien löschen',
  old: 'Fenster schließen',
  calm: 'Tür öffnen',
  meaning: 'Brief senden',
}

/** Reviews the last commit of a branch whose commits are these. */
async function reviewLast(
  commits: Parameters<typeof createBranch>[0],
  ...args: readonly string[]
): Promise<{ readonly out: string; readonly err: string; readonly oids: readonly string[] }> {
  const { path, oids } = await createBranch(commits)
  const { out, err } = await gitglot(path, [...['review', 'HEAD~1..HEAD'], ...args])
  return { out, err, oids }
}

async function stringsOf(...commits: Parameters<typeof createBranch>[0]) {
  const { out } = await reviewLast(commits, '--format', 'json')
  const summary: ReviewSummary = JSON.parse(out)
  return summary.strings.map(({ language, context, risk, reasons }) => [
    ...[language, context, risk],
    ...reasons.map(({ kind }) => kind),
  ])
}

const after = (changes: Partial<typeof de>, source: Partial<typeof en> = {}) =>
  shop({ en: { ...en, ...source }, de: { ...de, ...changes } })

test('the JSON of a review follows its schema', async () => {
  const commits = [
    [0, ADA, after({})],
    [10, BOB, after({ see: 'Mehr auf https://evil.example', count: 'Dateien löschen' })],
  ] as const
  const { out } = await reviewLast(commits, '--format', 'json')
  const schema: object = JSON.parse(readFileSync('schemas/review.schema.json', 'utf8'))
  const validate = new Ajv({ allowUnionTypes: true, validateFormats: false }).compile(schema)
  validate(JSON.parse(out))
  expect(validate.errors).toBe(null)
})

test('a file that no longer parses is reported', async () => {
  const commits = [
    [0, ADA, after({})],
    [1, BOB, { ...after({}), 'l/de.json': '{' }],
  ] as const
  const message = 'l/de.json:1:2: expected a key in double quotes, found the end of the file'
  const { out } = await reviewLast(commits)
  expect(out).toBe(`No text changed; 1 new alert.\n  ! ${message}\n`)
  const json = await reviewLast(commits, '--format', 'json')
  expect(JSON.parse(json.out).newAlerts).toEqual([
    { name: 'ParseError', message, filename: 'l/de.json', at: { line: 1, column: 2 } },
  ])
  const markdown = await reviewLast(commits, '--format', 'markdown')
  expect(markdown.out).toContain(`- ${message.replaceAll('_', '\\_')}`)
})

test('a template that no longer parses is reported, and no string counts as removed', async () => {
  const commits = [
    [0, ADA, after({})],
    [1, BOB, { ...after({}), 'l/en.json': '{' }],
  ] as const
  const { out } = await reviewLast(commits)
  const message = 'l/en.json:1:2: expected a key in double quotes, found the end of the file'
  expect(out).toBe(`No text changed; 1 new alert.\n  ! ${message}\n`)
})

test('new markup is named as it is written', async () => {
  const commits = [
    [0, ADA, after({})],
    [1, BOB, after({ calm: 'Tür <b>auf</b>' })],
  ] as const
  const { out } = await reviewLast(commits, '--format', 'json')
  const { strings }: ReviewSummary = JSON.parse(out)
  expect(strings[0]?.reasons[0]?.message).toBe('New markup: <b>, </b>.')
})

test.each([
  [
    'a link to another host',
    { see: 'Mehr auf https://evil.example' },
    ['see', 'high', 'link', 'reworded'],
  ],
  ['a scheme', { calm: 'Tür tel:0190123' }, ['calm', 'high', 'scheme', 'reworded']],
  ['markup', { calm: 'Tür <b>auf</b>' }, ['calm', 'high', 'markup', 'reworded']],
  ['a control of direction', { calm: 'Tür \u202eauf' }, ['calm', 'high', 'hidden', 'reworded']],
  [
    'a character without a width',
    { calm: 'Tür\u200b auf' },
    ['calm', 'high', 'hidden', 'reworded'],
  ],
  ['another script', { calm: 'Дверь' }, ['calm', 'medium', 'script', 'reworded']],
  ['a repeated source', { calm: 'Open the door' }, ['calm', 'low', 'same', 'reworded']],
  ['another wording', { calm: 'Tür aufmachen' }, ['calm', 'low', 'reworded']],
  ['an emptied text', { calm: '' }, ['calm', 'medium', 'untranslated']],
])('%s in a translation is reported', async (_name, changes, expected) => {
  const strings = await stringsOf([0, ADA, after({})], [1, BOB, after(changes)])
  expect(strings).toEqual([['de', ...expected]])
})

test('lost placeholders and plural forms are reported, always missing ones are not', async () => {
  const config = shopConfig.replace(
    'file_format: json, filemask: l/*.json, template: l/en.json',
    'file_format: po, filemask: "*.po", check_flags: python-brace-format',
  )
  const po = (text: string, forms: readonly [string, string], plain: string) => ({
    'gitglot.yml': config,
    'de.po': `msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Delete {count} of {total} files"
msgstr "${text}"

msgid "{count} file"
msgid_plural "{count} files"
msgstr[0] "${forms[0]}"
msgstr[1] "${forms[1]}"

msgid "Open {name} now"
msgstr "${plain}"
`,
  })
  const commits = [
    [0, ADA, po('{count} von {total} löschen', ['{count} Datei', '{count} Dateien'], 'Jetzt')],
    [1, BOB, po('{total} Dateien löschen', ['{count} Datei', ''], 'Nun')],
  ] as const
  const { out } = await reviewLast(commits, '--format', 'json')
  const { strings }: ReviewSummary = JSON.parse(out)
  const losses = strings.map(({ context, risk, reasons }) => [
    ...[context, risk],
    ...reasons.filter(({ kind }) => kind === 'placeholder' || kind === 'plural'),
  ])
  expect(losses).toEqual([
    [
      ...['Delete {count} of {total} files', 'high'],
      { kind: 'placeholder', message: 'Lost: {count}.', commit: null },
    ],
    [
      ...['{count} file', 'high'],
      { kind: 'plural', message: 'It had 2 plural forms; now it has 1.', commit: null },
    ],
    ['Open {name} now', 'low'],
  ])
})

test('a text without words may repeat its source', async () => {
  const source = { calm: '$t(action.open)', meaning: '{count} {files}', old: 'Wi-Fi' }
  const strings = await stringsOf(
    [0, ADA, after({ calm: '', meaning: '', old: '' }, source)],
    [1, BOB, after(source, source)],
  )
  expect(strings).toEqual([])
})

test('a source whose words changed is reported once, with the translations that stayed', async () => {
  const commits = [
    [0, ADA, after({})],
    [1, ADA, after({}, { meaning: 'Burn the letter', calm: 'Open the door.' })],
  ] as const
  const { out } = await reviewLast(commits, '--format', 'json')
  const { strings }: ReviewSummary = JSON.parse(out)
  expect(strings.map(({ language, context, reasons }) => [language, context, reasons])).toEqual([
    [
      ...['en', 'meaning'],
      [
        {
          kind: 'stale',
          message: 'The source changed; finished translations did not: de.',
          commit: null,
        },
      ],
    ],
  ])
})

test('a text that returns to an older version names the commit that had replaced it', async () => {
  const { out, oids } = await reviewLast(
    [
      [0, ADA, after({ old: 'Fenster schliessen' })],
      [1, ADA, after({})],
      [2, BOB, after({ old: 'Fenster schliessen' })],
    ],
    '--format',
    'json',
  )
  const [string]: ReviewSummary['strings'] = JSON.parse(out).strings
  expect([string?.risk, string?.reasons[0]]).toEqual([
    'medium',
    {
      kind: 'reverted',
      message: `The text returns to an older version, which ${oids[1]?.slice(0, 12)} had replaced.`,
      commit: oids[1],
    },
  ])
})

test('the text says who wrote what, the riskiest first, with the difference of words', async () => {
  const { out } = await reviewLast([
    [0, ADA, after({})],
    [1, BOB, after({ calm: 'Tür aufmachen', see: 'Mehr auf https://evil.example' })],
  ])
  expect(
    out,
  ).toBe(`2 texts changed in 1 language by 1 author, 1 of them for the first time: 1 high risk, 2 strings to look at.
  shop/web  de German  2 reworded
  Bob, for the first time: 2 texts in 1 commit (de)

high  shop/web  de  see
  link: Links to evil.example, which neither the source nor the earlier text contains.
  reworded: The translation changed; its source did not.
    See https://shop.example for more
    Mehr auf https://[-shop-]{+evil+}.example

low  shop/web  de  calm
  reworded: The translation changed; its source did not.
    Open the door
    Tür [-öffnen-]{+aufmachen+}
`)
})

test('a review across a moved folder names only who wrote since its base', async () => {
  const files = (folder: string, german: object) => ({
    [`${folder}/en.json`]: JSON.stringify(en),
    [`${folder}/de.json`]: JSON.stringify(german),
  })
  const { path } = await createBranch([
    [0, ADA, files('old', de)],
    [1, ADA, files('old', { ...de, calm: 'Tür auf' })],
    [2, BOB, files('l', { ...de, calm: 'Tür auf' })],
    [3, ADA, files('l', { ...de, calm: 'Tür aufmachen' })],
  ])
  const { out } = await gitglot(path, ['review', 'HEAD~2..HEAD'])
  expect(out.split('\n').slice(0, 3)).toEqual([
    '1 text changed in 1 language by 1 author: 0 high risks, 1 string to look at.',
    '  shop/l  de German  1 reworded',
    '  Ada: 1 text in 1 commit (de)',
  ])
})

test('a commit that writes hundreds of texts is reported', async () => {
  const many = (text: string) =>
    Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`k${n}`, `${text} ${n}`]))
  const { out } = await reviewLast(
    [
      [0, ADA, shop({ en: many('Text'), de: {} })],
      [1, BOB, shop({ en: many('Text'), de: many('Satz') })],
    ],
    '--format',
    'markdown',
  )
  expect(out.split('\n').slice(0, 5)).toEqual([
    '### Translations to review',
    '',
    '250 texts changed in 1 language by 1 author, 1 of them for the first time: 0 high risks, 0 strings to look at.',
    '',
    '- Bob, for the first time: 250 texts in 1 commit \\(de\\)',
  ])
  expect(out).toMatch(/- [0-9a-f]{12} by Bob writes 250 texts in 1 language at once/)
})

test.skipIf(!hasGit())('uncommitted texts count once and have no author', async () => {
  const files = (text: string) => ({
    ...{ 'gitglot.yml': shopConfig, 'l/en.json': '{"a":"Open"}', 'l/de.json': `{"a":"${text}"}` },
  })
  const folder = createCheckout(files('Auf'))
  writeFilesInto(folder, files('Öffnen'))
  symlinkSync('de.json', join(folder, 'l/de_CH.json'))
  const { out } = await gitglot(folder, ['review', '--format', 'json'])
  expect(JSON.parse(out).authors).toEqual([
    {
      ...{ author: 'Not Committed Yet', isFirst: false },
      ...{ commits: 1, strings: 1, languages: ['de'] },
    },
  ])
})

test('a review of nothing says so in one line', async () => {
  const { out } = await reviewLast([
    [0, ADA, after({})],
    [1, BOB, { ...after({}), README: 'x' }],
  ])
  expect(out).toBe('Nothing to review: no text changed.\n')
})

test('a folder without a repository is refused', async () => {
  const { code } = await gitglot(createTemporaryFolder(), ['review', 'HEAD'])
  expect(code).toBe(3)
})

test('the summary of a review has commas between thousands', () => {
  const count = {
    ...{ component: 'shop/web', language: 'de', languageName: 'German', isSource: false },
    ...{ translated: 6000, reworded: 351, untranslated: 0 },
  }
  expect(
    reviewSentence({ languages: [count], authors: null, bulk: [], strings: [], newAlerts: [] }),
  ).toBe('6,351 texts changed in 1 language: 0 high risks, 0 strings to look at.')
})
