import type { Translation } from '../../catalog/model.ts'
import { examplesOf } from '../../checks/plurals/plural-pairs.ts'
import type { Language } from '../../languages/language.ts'
import { Table } from '../components/table.tsx'
import { languageTag } from '../language-name.ts'
import type { Preview, PreviewPart } from '../texts/preview.ts'

/** Shows a message in each of its cases, or why there are none. */
export function MessagePreview({
  preview,
  translation: { language, component },
}: {
  preview: Preview
  translation: Translation
}) {
  if ('error' in preview) {
    return (
      <section class="note is-bad">
        <p>
          <b>Programs cannot show this message.</b> {preview.error}
        </p>
      </section>
    )
  }
  const { cases, argument } = preview
  const hasNumbers = cases.some(({ number }) => number !== undefined)
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
        columns={[
          [hasNumbers || argument === '' ? 'Case' : argument],
          ...(hasNumbers ? [[argument, 'n'] as const] : []),
          [component.sourceLanguage.name],
          [language.name],
        ]}
      >
        {cases.map(({ name, number, source, target }) => (
          <tr>
            <th scope="row">{name === '' ? 'any' : name}</th>
            {hasNumbers && <td class="n">{number}</td>}
            <Example parts={source} language={component.sourceLanguage} />
            <Example parts={target} language={language} />
          </tr>
        ))}
      </Table>
    </section>
  )
}

function Example({
  parts,
  language: { code, direction },
}: {
  parts: readonly PreviewPart[]
  language: Language
}) {
  return (
    <td lang={languageTag(code)} dir={direction}>
      {parts.map((part) =>
        typeof part === 'string' ? part : <b class="ph">{`{${part.argument}}`}</b>,
      )}
    </td>
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
