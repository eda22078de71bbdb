import { explainFailures } from '../../catalog/checking/explain-checks.ts'
import { checksumText, contextOf, sourceForms } from '../../catalog/unit.ts'
import { counted } from '../../facts/words.ts'
import type { Language } from '../../languages/language.ts'
import { Mark } from '../components/mark.tsx'
import { Time } from '../components/words.tsx'
import { languageTag } from '../language-name.ts'
import { componentPlace, type Links } from '../links.ts'
import type { PageRequest } from '../page.ts'
import { Difference } from '../texts/difference.tsx'
import { MAX_CHARACTERS, Text } from '../texts/text.tsx'
import type { UnitFacts } from './facts.ts'
import { Failures } from './failures.tsx'
import { History } from './history.tsx'
import { UnitNotes } from './notes.tsx'
import { MessagePreview, numbersOf } from './preview.tsx'
import { type HighlightedText, markOf, textsOf } from './unit-texts.ts'

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
          <Forms texts={sources} language={component.sourceLanguage} spansOf={spansOf('source')} />
        </section>
        {!translation.isSource && (
          <section>
            <h3>{language.name}</h3>
            <Forms texts={targets} language={language} spansOf={spansOf('target')} />
          </section>
        )}
      </div>
      {preview !== undefined && <MessagePreview preview={preview} translation={translation} />}
      <UnitNotes facts={facts} />
      <Terms facts={facts} />
      <History history={history} translation={translation} request={request} />
      <Others facts={facts} links={request.links} />
    </article>
  ))
}

function Forms({
  texts,
  language,
  spansOf,
}: {
  texts: readonly HighlightedText[]
  language: Language
  spansOf: (form: number) => readonly { readonly start: number; readonly end: number }[]
}) {
  if (texts.length < 2) {
    return <Text {...(texts[0] ?? NOTHING)} language={language} marked={spansOf(0)} />
  }
  return (
    <dl class="facts">
      {texts.map((text, form) => {
        const numbers = numbersOf(language, form, texts.length)
        return (
          <>
            <dt>{numbers === '' ? `form ${form + 1}` : `for ${numbers}`}</dt>
            <dd>
              <Text {...text} language={language} marked={spansOf(form)} />
            </dd>
          </>
        )
      })}
    </dl>
  )
}

const NOTHING: HighlightedText = { text: '', highlights: [] }

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
  const of = (language: Language) => ({ lang: languageTag(language.code), dir: language.direction })
  return (
    <section>
      <h2>Terms of the glossary</h2>
      <dl class="facts">
        {terms.map(({ source, target, flags }) => (
          <>
            <dt {...of(component.sourceLanguage)}>{source}</dt>
            <dd>
              {target === '' ? (
                <span class="none">not translated</span>
              ) : (
                <span {...of(language)}>{target}</span>
              )}
              {flags.has('forbidden') && <span class="soft"> forbidden</span>}
            </dd>
          </>
        ))}
      </dl>
    </section>
  )
}

function Others({ facts: { others, translation }, links }: { facts: UnitFacts; links: Links }) {
  const { value = [], isAwaited } = others
  if (isAwaited) return <p class="soft">The other languages are being read.</p>
  if (value.length === 0) return null
  const { component } = translation
  return (
    <details>
      <summary>The same string in {value.length} other languages</summary>
      <dl class="facts">
        {value.map(({ translation: other, row }) => {
          const [mark, word] = markOf(other, row)
          const { language } = other
          const place = componentPlace(component, language.code)
          const checksum = checksumText(other.units(), row)
          const [target = NOTHING] = textsOf(other, row).targets
          return (
            <>
              <dt>
                <Mark kind={mark} /> <span class="vh">{word}: </span>
                <a href={links.area('translate', place, { checksum })}>{language.name}</a>
              </dt>
              <dd>
                <Text {...target} language={language} />
              </dd>
            </>
          )
        })}
      </dl>
    </details>
  )
}
