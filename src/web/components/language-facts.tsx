import type { Translation } from '../../catalog/model.ts'
import { languageTag, ownName } from '../language-name.ts'
import { Facts } from './facts.tsx'
import { PluralForms } from './plural-forms.tsx'

/** What the language calls itself, where its readers look for it. */
export function OwnName({ code }: { code: string }) {
  const name = ownName(code)
  if (name === undefined) return null
  return (
    <>
      <bdi lang={languageTag(code)}>{name}</bdi>
      {' · '}
    </>
  )
}

/** Direction and plural forms. */
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
