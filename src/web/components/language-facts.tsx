import type { Translation } from '../../catalog/model.ts'
import { languageTag, ownName } from '../language-name.ts'
import { Facts } from './facts.tsx'
import { PluralForms } from './plural-forms.tsx'

/** Shows the language's own name, which its speakers look for, before other text. */
export function OwnName({ code, after = '' }: { code: string; after?: string }) {
  const name = ownName(code)
  if (name === undefined) return null
  return (
    <>
      <bdi lang={languageTag(code)}>{name}</bdi>
      {after}
    </>
  )
}

/** Shows the text direction and the plural forms. */
export function LanguageFacts({ translation }: { translation: Translation }) {
  const { language } = translation
  return (
    <section>
      <h2>The language</h2>
      <Facts
        facts={[
          ['Code', <code>{language.code}</code>],
          ['Written', language.direction === 'rtl' ? 'right to left' : 'left to right'],
          ['Plural forms', <PluralForms plural={language.plural} />],
        ]}
      />
    </section>
  )
}
