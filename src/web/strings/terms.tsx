import { checkedUnitsOf } from '../../catalog/checking/checked-units.ts'
import { glossaryPlaceOf, termsOf } from '../../catalog/checking/glossary.ts'
import type { Translation } from '../../catalog/model.ts'
import { glossaryTermsOf } from '../../checks/glossary/terms.ts'
import type { Language } from '../../languages/language.ts'
import { Facts } from '../components/facts.tsx'
import { languageTag } from '../language-name.ts'

/** Shows the terms of the project's glossaries that occur in the source. */
export function glossaryTerms(translation: Translation, row: number) {
  const { component, language } = translation
  if (component.config.isGlossary) return null
  const unit = checkedUnitsOf(translation)(translation.units(), row)
  const glossary = termsOf(language.code, glossaryPlaceOf(component))
  const terms = glossaryTermsOf({ ...unit, glossary })
  if (terms.length === 0) return null
  const shown = (text: string, { code, direction }: Language) => (
    <span lang={languageTag(code)} dir={direction}>
      {text}
    </span>
  )
  return (
    <section>
      <h2>Terms of the glossary</h2>
      <Facts
        facts={terms.map(({ source, target, flags }) => [
          shown(source, component.sourceLanguage),
          <>
            {target === '' ? <span class="none">not translated</span> : shown(target, language)}
            {flags.has('forbidden') && <span class="soft"> forbidden</span>}
          </>,
        ])}
      />
    </section>
  )
}
