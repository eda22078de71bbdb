import { firstForm, type TranslationDocument } from '../translation-document.ts'

/** Names of the columns. */
export const COLUMNS: readonly string[] =
  'location,source,target,id,fuzzy,context,translator_comments,developer_comments'.split(',')

/** The units as a table of eight columns, its header first: what CSV and workbooks have. */
export function tableOf({ units }: TranslationDocument): string[][] {
  const rows = units.map(({ location, sources, targets, isFuzzy, context, note }) => {
    const [source, target] = [firstForm(sources), firstForm(targets)]
    return [location, source, target, '', isFuzzy ? 'True' : 'False', context, '', note]
  })
  return [[...COLUMNS], ...rows]
}
