import { expect, onTestFinished, test } from 'vitest'
import type { Translation } from '../../src/model/model.ts'
import { serveProjects } from '../support/catalog.ts'
import { createRepository, createTemporaryFolder } from '../support/git-repository.ts'

const HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
const STRINGS = [
  '#: src/a.c:1\n#. Shown at the top.\nmsgid "Open"\nmsgstr "TEXT 1"\n',
  '#, c-format\nmsgctxt "menu"\nmsgid "Close %s"\nmsgstr "TEXT 2 %s"\n',
]
const WHOLE = STRINGS.join('\n')

/** Files by language; only `de`, `fr` and `ga` have the same sources. */
const FILES = {
  de: WHOLE,
  fr: WHOLE,
  cs: WHOLE.replace('a.c:1', 'a.c:2'),
  es: WHOLE.replace('Shown', 'Seen'),
  it: WHOLE.replace('#, c-format\n', ''),
  nl: WHOLE.replace('"menu"', '"dialog"'),
  pl: WHOLE.replace('Open', 'Start'),
  pt: STRINGS.toReversed().join('\n'),
  ru: STRINGS[0] ?? '',
  sv: `${WHOLE}\nmsgid "More"\nmsgstr "TEXT 3"\n`,
  ga: WHOLE.replace('TEXT 1', ''),
}

function rowsOf({ units }: Translation): unknown[] {
  const { table, targets } = units()
  return Array.from({ length: table.count }, (_, row) => [
    ...[table.sources.at(row), table.contexts.at(row), targets.at(row)],
    ...[table.locations.get(row), table.notes.get(row), table.flags.get(row)],
  ])
}

test('only translations with the same sources share a table, also after a restart', async () => {
  const po = Object.entries(FILES).map(([code, text]) => [
    `po/${code}.po`,
    `${HEAD}\n${text.replaceAll('TEXT', code)}`,
  ])
  const { path } = await createRepository([Object.fromEntries(po)])
  const serve = async (language_regex: string, site: object): Promise<readonly Translation[]> => {
    const component = {
      ...{ slug: 'c', name: 'C', repo: path, file_format: 'po' },
      ...{ filemask: 'po/*.po', language_regex },
    }
    const project = { slug: 'p', name: 'P', web: 'https://example.com/', components: [component] }
    const { catalog } = await serveProjects([project], site)
    onTestFinished(catalog.close)
    const [served] = catalog.current().projects[0]?.components ?? []
    return served?.translations.filter(({ isSource }) => !isSource) ?? []
  }
  const data_dir = createTemporaryFolder()
  for (const _start of ['first', 'again']) {
    const all = await serve('', { data_dir })
    const tableOf = (code: string) =>
      all.find(({ language }) => language.code === code)?.units().table
    const sharing = all.filter(({ units }) => units().table === tableOf('de'))
    expect(sharing.map(({ language }) => language.code)).toEqual(['de', 'fr', 'ga'])
    for (const translation of all) {
      const [alone] = await serve(`^${translation.language.code}$`, {})
      expect(alone && rowsOf(alone), translation.language.code).toEqual(rowsOf(translation))
    }
  }
})
