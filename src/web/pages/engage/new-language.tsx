import type { Component } from '../../../catalog/model.ts'
import { translationsOf } from '../../../catalog/view/view.ts'
import { type Fact, Facts } from '../../components/facts.tsx'

/** Example languages; the first that the project lacks stands for the reader's own. */
const EXAMPLES = ['uk', 'es', 'fr', 'de', 'ja', 'it', 'ko', 'tr', 'hi', 'eo']

/** Shows which file of each component to copy, and where to, when starting a language. */
export function newLanguage(components: readonly Component[]) {
  const codes = new Set(translationsOf(components).map(({ language }) => language.code))
  const code = EXAMPLES.find((example) => !codes.has(example)) ?? 'xx'
  const starts = components.flatMap(({ config }): Fact[] => {
    const { newLang, newBase, template, filemask, name } = config
    const from = newBase || template
    if (newLang !== 'add' || from === '' || !filemask.includes('*')) return []
    const copy = (
      <>
        <code>{from}</code> to <code>{filemask.replaceAll('*', code)}</code>
      </>
    )
    return [[name, copy]]
  })
  if (starts.length === 0) return null
  return (
    <section>
      <h2>Add another language</h2>
      <p>
        Copy this file of a component under the code of your language, here <code>{code}</code>,
        translate its texts and send it as a change to the repository.
      </p>
      <Facts classes="after" facts={starts} />
    </section>
  )
}
