import { NOWHERE, type Place } from '../../catalog/place.ts'
import { examplesOf } from '../../checks/plurals/plural-pairs.ts'
import { figuresOf } from '../../facts/figures.ts'
import type { Language, Plural } from '../../languages/language.ts'
import type { Component, Translation } from '../../model/model.ts'
import { exceptGlossaries, summedTranslations } from '../../view/counted-components.ts'
import { languagesOf } from '../../view/view.ts'
import { languageName, languageTag, textDirection } from '../language-name.ts'
import { componentPlace, type Links } from '../links.ts'
import { figureColumns } from './figure-columns.tsx'
import { type Column, column, Table } from './table.tsx'
import { factList, linked } from './words.tsx'

/** Shows a language's own name, which speakers look for, before other text; none if unknown or the English one. */
export function OwnName({ code, after = '' }: { code: string; after?: string }) {
  const tag = languageTag(code)
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag)
    if (name === undefined || name === languageName(code)) return null
    return (
      <>
        <bdi lang={tag}>{name}</bdi>
        {after}
      </>
    )
  } catch {
    // The code is not a BCP 47 tag.
    return null
  }
}

/** Shows the text direction and the plural forms. */
export function languageFacts(language: Language) {
  return factList([
    ['Code', <code>{language.code}</code>],
    ['Written', directionText(language)],
    ['Plural forms', <PluralForms plural={language.plural} />],
  ])
}

/** Returns in which direction a language is written. */
export function directionText(language: Language): string {
  return textDirection(language) === 'rtl' ? 'right to left' : 'left to right'
}

const SHOWN = 5

/** Shows example numbers for each plural form of a language: `0: 1, 21, 31`. */
export function PluralForms({ plural }: { plural: Plural }) {
  if (plural.number < 2) return <>one form for all numbers</>
  const forms = examplesOf(plural).map((numbers, form) => (
    <>
      {form > 0 && <br />}
      <b>{form + 1}.</b> {numbers.length === 0 ? 'other' : numbers.slice(0, SHOWN).join(', ')}
      {numbers.length > SHOWN && ' …'}
    </>
  ))
  return <>{forms}</>
}

/** Returns a row for each language of components at a place, with the figures of its translations. */
export function languageRows(components: readonly Component[], { project, category }: Place) {
  const whenEmpty = project === undefined ? 0 : 100
  return languagesOf(components).map(({ language, translations }) => ({
    ...{ language, translations, place: { ...NOWHERE, project, category, code: language.code } },
    figures: figuresOf(summedTranslations(translations), { whenEmpty }),
    except: exceptGlossaries(translations.map(({ component }) => component)),
  }))
}

/** Returns the first column of a sortable table of languages: the name, linked to the row's place, and the code. */
export function languageColumn(
  links: Links,
): Column<{ readonly language: Language; readonly place: Place }> {
  return {
    name: 'Language',
    cell: ({ language: { name, code }, place }) => (
      <>
        <a href={links.place(place)}>{name}</a> <small class="m">{code}</small>
      </>
    ),
    key: 'name',
    sortValue: ({ language }) => language.name,
  }
}

/** Returns a row for each of these translations. */
export function translationRows(translations: readonly Translation[]) {
  return translations.map((translation) => ({
    ...{ translation, language: translation.language, figures: figuresOf([translation]) },
    place: componentPlace(translation.component, translation.language.code),
  }))
}

/** Returns the column with the components of the rows, linked to their translations. */
export function componentColumn(links: Links): Column<ReturnType<typeof translationRows>[number]> {
  return column('Component', '', ({ translation: { component }, place }) => (
    <a href={links.place(place)}>{component.config.name}</a>
  ))
}

/** Shows translations into one language, one row for each component. */
export function translationsSection(
  title: string,
  translations: readonly Translation[],
  links: Links,
  /** The link of the title. */
  address?: string,
) {
  const rows = translationRows(translations)
  const columns = [componentColumn(links), ...figureColumns(rows, links)]
  return (
    <section>
      <h2>{linked(address, title)}</h2>
      <Table scrolls {...{ title, columns, rows }} />
    </section>
  )
}
