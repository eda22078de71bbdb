import type { Component } from '../../../catalog/model.ts'
import { translationsOf } from '../../../catalog/view/view.ts'

/** Example languages; the first that the project lacks stands for the reader's own. */
const EXAMPLES = ['uk', 'es', 'fr', 'de', 'ja', 'it', 'ko', 'tr', 'hi', 'eo']

/** Shows which file of each component to copy, and where to, when starting a language. */
export function NewLanguage({ components }: { components: readonly Component[] }) {
  const codes = new Set(translationsOf(components).map(({ language }) => language.code))
  const code = EXAMPLES.find((example) => !codes.has(example)) ?? 'xx'
  const starts = components.flatMap((component) => {
    const { newLang, newBase, template, filemask, name } = component.config
    const from = newBase || template
    const isOpen = newLang === 'add' && from !== '' && filemask.includes('*')
    return isOpen ? [{ name, from, to: filemask.replaceAll('*', code) }] : []
  })
  if (starts.length === 0) return null
  return (
    <section>
      <h2>Add another language</h2>
      <p>
        Copy this file of a component under the code of your language, here <code>{code}</code>,
        translate its texts and send it as a change to the repository.
      </p>
      <dl class="facts after">
        {starts.map(({ name, from, to }) => (
          <>
            <dt>{name}</dt>
            <dd>
              <code>{from}</code> to <code>{to}</code>
            </dd>
          </>
        ))}
      </dl>
    </section>
  )
}
