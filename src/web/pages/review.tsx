import { componentsAt } from '../../catalog/place.ts'
import type { ReviewedString } from '../../catalog/review/reason.ts'
import { type Review, readReview } from '../../catalog/review/review.ts'
import { counted, joinWords } from '../../facts/format-numbers.ts'
import { limitReview, reviewSentence } from '../../facts/review.ts'
import { parseRange } from '../../git/revision.ts'
import { groupBy } from '../../group-by.ts'
import { languageForCode } from '../../languages/language.ts'
import { compareCodePoints } from '../../languages/order.ts'
import type { Component } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { chipList, firstOf, unitEntry } from '../components/list-page.tsx'
import { newAlertsNote } from '../components/notes.tsx'
import { column, numbers, Table } from '../components/table.tsx'
import { shortId, Words } from '../components/words.tsx'
import { componentPlace, type Links } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { commitLink } from '../sections/commits.tsx'
import { Difference } from '../texts/difference.tsx'
import { OF_MOVING_REFS, orNoSuchRef, readPairs } from './compare.tsx'

/** How many strings are shown; the API returns all. */
const MAX_SHOWN = 200

/** Shows how a change affects the translations of a project, for reviewers who cannot read them. */
export async function review(request: PageRequest): Promise<PageContent> {
  const { param, query: asked, place, catalog, client, signal, links } = request
  const code = asked.get('language') ?? ''
  const range = param('range').replace(/\/$/, '')
  const { base, head } = parseRange(range) ?? { base: range, head: '' }
  const query = new URLSearchParams({ base, ...(head !== '' && { head }) })
  const show = async () => {
    const { askAbout, historyOf } = catalog
    const { after, pairs } = await readPairs(request, { base, head }, 'all')
    const people = await catalog.people(after)
    const asking = { client, signal }
    const review = await readReview(pairs, { askAbout, historyOf, people, asking })
    const limited = code === '' ? review : limitReview(review, new Set([code]))
    return reviewed(limited, head, request)
  }
  return {
    title: `Review of ${range.slice(0, 100)}${code === '' ? '' : ` in ${languageForCode(code).name}`}`,
    lead: 'What the change does, for people who read none of the languages.',
    facts: [`projects/${place.project?.config.slug ?? ''}/review/?${query}`],
    ...OF_MOVING_REFS,
    main: await orNoSuchRef({ base, head }, request, show, (corrected) => {
      const refs = encodeURIComponent(
        corrected.head === '' ? corrected.base : `${corrected.base}..${corrected.head}`,
      )
      return links.to(`review/${place.project?.config.slug ?? ''}/${refs}/`, { language: code })
    }),
  }
}

function reviewed(review: Review, head: string, request: PageRequest) {
  const { authors, bulk, newAlerts, strings, languages } = review
  const components = componentsAt(request.view, request.place)
  const [component] = components
  const byPlace = new Map(components.map((component) => [placeOf(component), component]))
  return (
    <>
      <p class="big">{reviewSentence(review)}</p>
      {newAlertsNote(newAlerts)}
      {bulk.length > 0 && (
        <section class="note after">
          <p>These commits write many texts at once, like scripts or machine translation:</p>
          <ul>
            {bulk.map(({ commit, strings, languages }) => (
              <li>
                {component === undefined ? (
                  <code>{shortId(commit)}</code>
                ) : (
                  commitLink(commit, component, request)
                )}{' '}
                {counted(strings, 'text')} in {counted(languages, 'language')}
              </li>
            ))}
          </ul>
        </section>
      )}
      {languageChips(languages, request)}
      {firstOf('Strings to look at', strings, MAX_SHOWN, (string) =>
        stringItem(string, byPlace.get(string.component), head, request.links),
      )}
      {languages.length > 0 && languageTable(languages)}
      {authors !== null && authors.length > 0 && (
        <section class="after">
          <h2>Authors</h2>
          <ul class="log narrow">
            {authors.map(({ author, isFirst, commits, strings, languages }) => (
              <li>
                <bdi>{author}</bdi>
                {isFirst && <b> for the first time</b>}: {counted(strings, 'text')} in{' '}
                {counted(commits, 'commit')} <span class="soft">({joinWords(languages)})</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Shows links that limit the review to one language, or to all again. */
function languageChips(languages: Review['languages'], { links, query }: PageRequest) {
  const chosen = query.get('language') ?? ''
  const names = new Map(languages.map(({ language, languageName }) => [language, languageName]))
  if (names.size < 2 && chosen === '') return null
  const chips = [['', 'All languages'] as const, ...names].map(([code, name]) => ({
    name,
    address: links.here({ language: code || undefined }),
    isChosen: code === chosen,
  }))
  return chipList('Languages', chips)
}

function languageTable(languages: Review['languages']) {
  const byName = [...groupBy(languages, ({ languageName }) => languageName)]
  const rows = byName.sort(([a], [b]) => compareCodePoints(a, b))
  const counts = (name: string, kind: 'translated' | 'reworded' | 'untranslated') =>
    numbers(name, 'n', ([, changes]: (typeof rows)[number]) =>
      changes.reduce((total, change) => total + change[kind], 0),
    )
  const columns = [
    column('Language', '', ([name]: (typeof rows)[number]) => name),
    counts('New', 'translated'),
    counts('Reworded', 'reworded'),
    counts('Gone', 'untranslated'),
  ]
  return (
    <section class="after">
      <h2 id="h-languages">Languages</h2>
      <Table scrolls labelledBy="h-languages" {...{ columns, rows }} />
    </section>
  )
}

function stringItem(
  string: ReviewedString,
  component: Component | undefined,
  head: string,
  links: Links,
) {
  const { language: code, checksum, context, risk, reasons, source, before, after } = string
  const translation = component?.translations.find(({ language }) => language.code === code)
  const target = { checksum, ref: head || undefined }
  return unitEntry(
    context,
    component && links.area('translate', componentPlace(component, code), target),
    `${string.component}, ${translation?.language.name ?? code}`,
    <>
      <p class={risk === 'high' ? 'bad' : undefined}>
        <b>{risk}</b>:{' '}
        <bdi>
          <Words text={reasons.map(({ message }) => message).join(' ')} />
        </bdi>
      </p>
      {component !== undefined && (
        <Difference
          between={[source.join('\n'), source.join('\n')]}
          language={component.sourceLanguage}
        />
      )}
      {translation !== undefined && !translation.isSource && (
        <Difference
          between={[(before ?? []).join('\n'), after.join('\n')]}
          language={translation.language}
        />
      )}
    </>,
  )
}
