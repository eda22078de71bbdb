import { explainFailures } from '../../catalog/checking/explain-checks.ts'
import { checksumText, contextOf, sourceForms } from '../../catalog/unit.ts'
import { counted } from '../../facts/words.ts'
import type { Language } from '../../languages/language.ts'
import { type Fact, Facts } from '../components/facts.tsx'
import { Mark } from '../components/mark.tsx'
import { Time } from '../components/words.tsx'
import { languageTag } from '../language-name.ts'
import type { Links } from '../links.ts'
import type { PageRequest } from '../page.ts'
import { Difference } from '../texts/difference.tsx'
import { MAX_CHARACTERS, type Part, Text } from '../texts/text.tsx'
import type { UnitFacts } from './facts.ts'
import { Failures } from './failures.tsx'
import { History } from './history.tsx'
import { UnitNotes } from './notes.tsx'
import { MessagePreview, numbersOf } from './preview.tsx'
import { type HighlightedText, markOf, NOTHING, textsOf } from './unit-texts.ts'

interface DetailProps {
  readonly facts: UnitFacts
  readonly request: PageRequest
  /** Links to the neighbors in the list. */
  readonly previous: string | undefined
  readonly next: string | undefined
  /** `string 25 of 41`; undefined if the list lacks the string. */
  readonly position: string | undefined
}

/** Shows all that is known about a unit. */
export function UnitDetail({ facts, request, previous, next, position }: DetailProps) {
  const { translation, row, history, preview } = facts
  const isAwaited = [history, facts.place, facts.outdated, facts.others].some(
    (later) => later.isAwaited,
  )
  const units = translation.units()
  const [mark, word] = markOf(translation, row)
  const key = contextOf(units, row) || `string ${checksumText(units, row)}`
  const failures = explainFailures(translation, row)
  const { sources, targets } = textsOf(translation, row, MAX_CHARACTERS)
  const spansOf = (side: 'source' | 'target') => (form: number) =>
    failures.flatMap(({ spans }) =>
      spans.filter((span) => span.side === side && span.form === form),
    )
  const { component, language } = translation
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
        <p class="small nw">
          {previous !== undefined && (
            <a class="btn" rel="prev" href={previous}>
              Previous
            </a>
          )}{' '}
          {next !== undefined && (
            <a class="btn" rel="next" href={next}>
              Next
            </a>
          )}
        </p>
      </div>
      {failures.length > 0 && <Failures failures={failures} component={component} />}
      <OutdatedNote facts={facts} />
      {facts.unusedNote}
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
      {preview !== undefined && <MessagePreview preview={preview} translation={translation} />}
      <UnitNotes facts={facts} />
      <Terms facts={facts} />
      <History history={history} translation={translation} request={request} />
      <Others others={facts.others} links={request.links} />
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
  return <Facts facts={facts} />
}

/** Shows the former source for which an outdated translation was written. */
function OutdatedNote({ facts: { outdated, translation, row } }: { facts: UnitFacts }) {
  const { value } = outdated
  if (value === undefined) return null
  const [source = ''] = sourceForms(translation.units(), row)
  return (
    <section class="note is-old" aria-label="Outdated">
      <p>
        <Mark kind="outdated" /> <b>Outdated.</b> The source changed on{' '}
        <Time seconds={value.changed.seconds} />, after this translation
        {value.translated !== undefined && (
          <>
            {' '}
            of <Time seconds={value.translated.seconds} />
          </>
        )}
        {value.commits > 1 && `, and in ${counted(value.commits - 1, 'more commit')}`}.
      </p>
      <Difference
        before={value.previousSource}
        after={source}
        language={translation.component.sourceLanguage}
        maxCharacters={MAX_CHARACTERS}
      />
    </section>
  )
}

function Terms({ facts: { terms, translation } }: { facts: UnitFacts }) {
  if (terms.length === 0) return null
  const { component, language } = translation
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

function Others({
  others: { value = [], isAwaited },
  links,
}: Pick<UnitFacts, 'others'> & { readonly links: Links }) {
  if (isAwaited) return <p class="soft">The other languages are being read.</p>
  if (value.length === 0) return null
  return (
    <details>
      <summary>The same string in {value.length} other languages</summary>
      <Facts
        facts={value.map(({ translation, row }) => {
          const { language } = translation
          const [mark, word] = markOf(translation, row)
          const [target = NOTHING] = textsOf(translation, row).targets
          return [
            <>
              <Mark kind={mark} /> <span class="vh">{word}: </span>
              <a href={links.unit(translation, row)}>{language.name}</a>
            </>,
            <Text {...target} language={language} />,
          ]
        })}
      />
    </details>
  )
}
