import type { Child } from 'hono/jsx'
import { checkedUnitsOf } from '../../checking/checked-units.ts'
import { explainFailures } from '../../checking/explain-checks.ts'
import { glossaryPlaceOf, termsOf } from '../../checking/glossary.ts'
import { glossaryTermsOf } from '../../checks/glossary/terms.ts'
import { counted } from '../../facts/format-numbers.ts'
import type { OutdatedUnit } from '../../history/states/outdated.ts'
import type { Language } from '../../languages/language.ts'
import {
  checksumText,
  contextOf,
  explanationOf,
  findRow,
  flagsOf,
  locationOf,
  noteOf,
  sourceForms,
  unitPosition,
} from '../../model/unit.ts'
import { createUnitPlaces, type UnitLocation } from '../../reading/unit-places.ts'
import type { FoundUnit } from '../../view/find.ts'
import { repowebLink, unitEditLink } from '../../view/repoweb.ts'
import { Mark } from '../components/mark.tsx'
import { type Fact, factList, Time } from '../components/words.tsx'
import { textAttributes } from '../language-name.ts'
import type { Links } from '../links.ts'
import type { PageRequest } from '../page.ts'
import { unusedNote } from '../sections/unused.tsx'
import { Difference } from '../texts/difference.tsx'
import { MAX_CHARACTERS, type Part, Text } from '../texts/text.tsx'
import { findVersions, historySection } from './history.tsx'
import { messagePreview, numbersOf } from './preview.tsx'
import { outdatedAt } from './search.ts'
import { failureNotes, type HighlightedText, markOf, NOTHING, textsOf } from './unit.tsx'

/** A reader who opens a string wants its slow facts, so the page waits for them. */
const MAX_WAIT_MS = 2000

/** Shows all that is known about a unit, its `position` in the list, and `buttons` that lead to its neighbors. */
export async function unitDetail(
  unit: FoundUnit,
  pageRequest: PageRequest,
  { position, buttons }: { readonly position: string | undefined; readonly buttons: Child },
) {
  const { translation, row } = unit
  const request: PageRequest = {
    ...pageRequest,
    later: (key, work) => pageRequest.later(`${key} ${translation.id()} ${row}`, work, MAX_WAIT_MS),
  }
  const { catalog, links } = request
  const { component, language } = translation
  const placeOf = createUnitPlaces(catalog.readFile, catalog.engine)
  const [place, versions, outdated, others, preview, unused] = await Promise.all([
    request.later('place', () => placeOf(translation, row)),
    findVersions(unit, request),
    outdatedAt(pageRequest),
    request.later('others', async () => othersOf(unit)),
    messagePreview(unit),
    unusedNote(unit, pageRequest),
  ])
  const isAwaited = [place, versions, outdated, others].some((later) => later.isAwaited)
  const units = translation.units()
  const [mark, word] = markOf(translation, row)
  const key = contextOf(units, row) || `string ${checksumText(units, row)}`
  const failures = explainFailures(translation, row)
  const { sources, targets } = textsOf(translation, row, MAX_CHARACTERS)
  const spansOf = (side: 'source' | 'target') => (form: number) =>
    failures.flatMap(({ spans }) =>
      spans.filter((span) => span.side === side && span.form === form),
    )
  const outdatedUnit = outdated.value?.(translation).get(row)
  return request.part('detail', isAwaited, (attributes) => (
    <article class="detail" aria-label={key} {...attributes}>
      <div class="bar-h">
        <div>
          <h2 class="m">{key}</h2>
          <p class="small">
            <Mark kind={mark} /> {word}{' '}
            {position !== undefined && <span class="soft">{position}</span>}
          </p>
        </div>
        <p class="small nw">{buttons}</p>
      </div>
      {failures.length > 0 && failureNotes(failures, component)}
      {outdatedUnit && outdatedNote(outdatedUnit)}
      {unused}
      <div class="pair">
        <section>
          <h3>{component.sourceLanguage.name}, source</h3>
          {formsOf(sources, component.sourceLanguage, spansOf('source'))}
        </section>
        {!translation.isSource && (
          <section>
            <h3>{language.name}</h3>
            {formsOf(targets, language, spansOf('target'))}
          </section>
        )}
      </div>
      {preview}
      {unitNotes(unit, place.value)}
      {glossaryTerms(unit)}
      {historySection(versions, translation, request)}
      {others.isAwaited && <p class="soft">The other languages are being read.</p>}
      {others.value !== undefined && inOthers(others.value, links)}
    </article>
  ))
}

function formsOf(
  texts: readonly HighlightedText[],
  language: Language,
  spansOf: (form: number) => readonly Part[],
) {
  const shown = (text: HighlightedText, form: number) => (
    <Text {...text} language={language} marked={spansOf(form)} />
  )
  if (texts.length < 2) return shown(texts[0] ?? NOTHING, 0)
  const facts = texts.map((text, form): Fact => {
    const numbers = numbersOf(language, form, texts.length)
    return [numbers === '' ? `form ${form + 1}` : `for ${numbers}`, shown(text, form)]
  })
  return factList(facts)
}

/** Shows the former source for which an outdated translation was written. */
function outdatedNote(unit: OutdatedUnit) {
  const { translation, row, changed, translated, commits, previousSource } = unit
  return (
    <section class="note is-old" aria-label="Outdated">
      <p>
        <Mark kind="outdated" /> <b>Outdated.</b> The source changed on{' '}
        <Time seconds={changed.seconds} />, after this translation
        {translated && [' of ', <Time seconds={translated.seconds} />]}
        {commits > 1 && `, and in ${counted(commits - 1, 'more commit')}`}.
      </p>
      <Difference
        between={[previousSource, sourceForms(translation.units(), row)[0] ?? '']}
        language={translation.component.sourceLanguage}
        maxCharacters={MAX_CHARACTERS}
      />
    </section>
  )
}

function othersOf({ translation, row }: FoundUnit): FoundUnit[] {
  const { table } = translation.units()
  return translation.component.translations.flatMap((other) => {
    if (other === translation || other.isSource) return []
    const otherRow = findRow(other.units().table, table, row)
    return otherRow === undefined ? [] : [{ translation: other, row: otherRow }]
  })
}

function inOthers(others: readonly FoundUnit[], links: Links) {
  if (others.length === 0) return null
  const facts = others.map(({ translation, row }): Fact => {
    const { language } = translation
    const [mark, word] = markOf(translation, row)
    const [target = NOTHING] = textsOf(translation, row).targets
    const name = (
      <>
        <Mark kind={mark} /> <span class="vh">{word}: </span>
        <a href={links.unit(translation, row)}>{language.name}</a>
      </>
    )
    return [name, <Text {...target} language={language} />]
  })
  return (
    <details>
      <summary>The same string in {others.length} other languages</summary>
      {factList(facts)}
    </details>
  )
}

function unitNotes({ translation, row }: FoundUnit, place: UnitLocation | undefined) {
  const units = translation.units()
  const shown = place && repowebLink(translation.component, place)
  const edited = unitEditLink(translation, row, place)
  const file = place && <code>{`${place.filename}:${place.line}`}</code>
  const line = shown ? (
    <a href={shown} data-key="r">
      {file}
    </a>
  ) : (
    file
  )
  const text = (words: string) => words !== '' && <bdi class="pre">{words}</bdi>
  return factList([
    ['Note', text(noteOf(units, row))],
    ['Explanation', text(explanationOf(units, row))],
    ['Flags', text(flagsOf(units, row))],
    ['In the program', text(locationOf(units, row))],
    ['File', (place ?? edited) !== undefined && [line, ' ', edited && <a href={edited}>Edit</a>]],
    ['Position', `${unitPosition(units, row)} in the file`],
  ])
}

/** Shows the terms of the project's glossaries that occur in the source. */
function glossaryTerms({ translation, row }: FoundUnit) {
  const { component, language } = translation
  if (component.config.isGlossary) return null
  const unit = checkedUnitsOf(translation)(translation.units(), row)
  const glossary = termsOf(language.code, glossaryPlaceOf(component))
  const terms = glossaryTermsOf({ ...unit, glossary })
  if (terms.length === 0) return null
  const attributes = textAttributes(language)
  const facts = terms.map(
    ({ source, target, flags }): Fact => [
      <span {...textAttributes(component.sourceLanguage)}>{source}</span>,
      <>
        {target === '' ? (
          <span class="none">not translated</span>
        ) : (
          <span {...attributes}>{target}</span>
        )}
        {flags.has('forbidden') && <span class="soft"> forbidden</span>}
      </>,
    ],
  )
  return (
    <section>
      <h2>Terms of the glossary</h2>
      {factList(facts)}
    </section>
  )
}
