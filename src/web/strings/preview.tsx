import type { Child } from 'hono/jsx'
import { checkedUnitsOf } from '../../checking/checked-units.ts'
import { examplesOf } from '../../checks/plurals/plural-pairs.ts'
import type { Language } from '../../languages/language.ts'
import { Table } from '../components/table.tsx'
import { languageTag } from '../language-name.ts'
import { type PreviewCase, previewMessage } from '../texts/preview.ts'
import { MAX_CHARACTERS } from '../texts/text.tsx'
import type { Unit } from './unit-texts.ts'

/** Shows a message in each of its cases; nothing if the text is no message, or does not parse. */
export async function messagePreview({ translation, row }: Unit): Promise<Child> {
  const { component, language } = translation
  const { flags, sources, targets, sourceLanguage } = checkedUnitsOf(translation)(
    translation.units(),
    row,
  )
  const [source = ''] = sources
  const [target = ''] = targets
  if (!flags.has('icu-message-format') || targets.length !== 1 || target === '') return null
  if (Math.max(source.length, target.length) > MAX_CHARACTERS) return null
  const codes = { sourceLanguage: sourceLanguage.code, language: language.code }
  const preview = await previewMessage({ source, target, ...codes })
  if (preview === undefined) return null
  const { cases, argument } = preview
  const hasNumbers = cases.some(({ number }) => number !== undefined)
  const example = (side: 'source' | 'target', { code, name, direction }: Language) => ({
    name,
    cell: (row: PreviewCase) => (
      <div lang={languageTag(code)} dir={direction}>
        {row[side].map((part) =>
          typeof part === 'string' ? part : <b class="ph">{`{${part.argument}}`}</b>,
        )}
      </div>
    ),
  })
  const number = { name: argument, classes: 'n', cell: ({ number }: PreviewCase) => number }
  return (
    <section>
      <div class="bar-h">
        <h2>As people read it</h2>
        {hasNumbers && (
          <p class="small soft">
            each plural case of {language.name}, with a number that falls into it
          </p>
        )}
      </div>
      <Table
        scrolls
        classes="cases"
        rows={cases}
        columns={[
          { name: (!hasNumbers && argument) || 'Case', cell: ({ name }) => name || 'any' },
          ...(hasNumbers ? [number] : []),
          example('source', component.sourceLanguage),
          example('target', language),
        ]}
      />
    </section>
  )
}

/** How many example numbers a plural form shows. */
const EXAMPLES = 4

/** Returns the numbers that select a plural form: `1, 21, 31, 41, …`; `''` if no number does. */
export function numbersOf(language: Language, form: number, count: number): string {
  const { filePlural } = language
  if (filePlural.number !== count) return ''
  const numbers = examplesOf(filePlural)[form] ?? []
  const shown = numbers.slice(0, EXAMPLES).join(', ')
  return numbers.length > EXAMPLES ? `${shown}, …` : shown
}
