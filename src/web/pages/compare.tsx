import { pairComponents, readDifferences } from '../../catalog/compare-components.ts'
import type { ComponentRef } from '../../catalog/component-refs.ts'
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
import { encodedPlaceOf, placeOf } from '../../model/paths.ts'
import { differencesOf } from '../components/differences.tsx'
import { firstOf, unitEntry } from '../components/list-page.tsx'
import { newAlertNote, orNoSuchRef } from '../components/notes.tsx'
import { column, numbers, Table } from '../components/table.tsx'
import { button, shortId, Words } from '../components/words.tsx'
import { findRefs } from '../layout/ref-menu.tsx'
import { componentPlace, type Links } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { commitLink } from '../sections/activity.tsx'
import { Difference } from '../texts/text.tsx'

const MAX_NAME = 80

/** A branch may move while the served commit stays. */
const UNKEPT = { isUnlisted: true, isTransient: true }

/** Compares two refs: the progress of each language, new problems and changed strings. */
export async function compare(request: PageRequest): Promise<PageContent> {
  const { query } = request
  const { project, component } = request.place
  const range = parseRange(query.get('base') ?? '')
  const base = range?.base ?? query.get('base') ?? ''
  const head = query.get('head') || range?.head || ''
  const parameters = new URLSearchParams({ base, ...(head !== '' && { head }) })
  const scope =
    component === undefined
      ? `projects/${project?.config.slug}`
      : `components/${encodedPlaceOf(component)}`
  const refs = await findRefs(request)
  return {
    title: base === '' ? 'Compare' : `From ${nameOf(base)} to ${nameOf(head || 'now')}`,
    lead: 'How translations differ between two branches, tags or commits.',
    facts: project === undefined || base === '' ? [] : [`${scope}/compare/?${parameters}`],
    ...UNKEPT,
    main: [
      refsForm(refs?.value ?? [], { base, head }, request),
      base !== '' && (await orNoSuchRef(() => compared(request, { base, head }))),
    ],
  }
}

/** Two refs; the head is `''` for the commit that the page shows. */
interface Range {
  readonly base: string
  readonly head: string
}

/** Pairs the components of the page's place at two refs. */
async function readPairs(request: PageRequest, range: Range, history: 'all' | 'states') {
  const { catalog, view, place } = request
  const { base, head } = range
  const [before, after] = await Promise.all([
    catalog.viewAt(base, { history }),
    head === '' ? view : catalog.viewAt(head, { history }),
  ])
  return { after, pairs: pairComponents(before, after, componentsAt(catalog.current(), place)) }
}

async function compared(request: PageRequest, range: Range) {
  const { base, head } = range
  const { catalog, place, client, signal, links } = request
  const { project, component } = place
  const { pairs } = await readPairs(request, range, 'states')
  const asking = { askAbout: catalog.askAbout, client, signal }
  const differences = await readDifferences(pairs, asking)
  const slug = project?.config.slug ?? ''
  const refs = encodeURIComponent(head === '' ? base : `${base}..${head}`)
  // Only whole projects have a review.
  const hasReview = project !== undefined && component === undefined && !base.includes('...')
  return (
    <>
      {hasReview && (
        <p>
          <a href={links.to(`review/${slug}/${refs}/`, { language: place.code })}>Review</a> these
          changes, for people who read none of the languages.
        </p>
      )}
      {differencesOf(differences, request)}
    </>
  )
}

function nameOf(ref: string): string {
  return /^[0-9a-f]{40}$/.test(ref) ? shortId(ref) : ref.slice(0, MAX_NAME)
}

function refsForm(refs: readonly ComponentRef[], { base, head }: Range, request: PageRequest) {
  const { links, view, place } = request
  const served = componentsAt(view, place).find(({ branch }) => branch !== '')?.branch ?? ''
  const [latest] = refs
    .filter(({ kind }) => kind === 'tag')
    .sort((a, b) => b.commit.committer.timestamp - a.commit.committer.timestamp)
  const none = { base: undefined, head: undefined, ref: undefined }
  return (
    <form class="form" action={links.here(none)} aria-label="Refs">
      <label>
        From
        <input
          {...{ name: 'base', value: base || latest?.name, list: 'refs-known', size: 16 }}
          placeholder="branch, tag or commit"
          required
        />
      </label>
      <label>
        To
        <input
          {...{ name: 'head', value: head || (base === '' ? served : '') }}
          {...{ list: 'refs-known', size: 16 }}
          placeholder="the served commit"
        />
      </label>
      <datalist id="refs-known">
        {refs.map(({ name, kind }) => (
          <option value={name}>{kind}</option>
        ))}
      </datalist>
      <button type="submit">Compare</button>
      {base !== '' &&
        head !== '' &&
        button(links.here({ base: head, head: base }), 'Swap the two refs')}
    </form>
  )
}

/** How many strings are shown; the API returns all. */
const MAX_SHOWN = 200

/** Shows how a change affects the translations of a project, for reviewers who cannot read them. */
export async function review(request: PageRequest): Promise<PageContent> {
  const { param, query: asked, place, links, catalog, client, signal } = request
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
    ...UNKEPT,
    main: await orNoSuchRef(show, <a href={links.area('compare', place)}>Choose two refs</a>),
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
      {newAlerts.map((alert) => newAlertNote('New alert.', alert))}
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
      {firstOf('Strings to look at', strings, MAX_SHOWN, (string) =>
        stringItem(string, byPlace.get(string.component), head, request.links),
      )}
      {languages.length > 0 && languageTable(languages, request)}
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

function languageTable(languages: Review['languages'], { links }: PageRequest) {
  const byName = [...groupBy(languages, ({ languageName }) => languageName)]
  const rows = byName.sort(([a], [b]) => compareCodePoints(a, b))
  const counts = (name: string, kind: 'translated' | 'reworded' | 'untranslated') =>
    numbers(name, 'n', ([, changes]: (typeof rows)[number]) =>
      changes.reduce((total, change) => total + change[kind], 0),
    )
  const columns = [
    column('Language', '', ([name, [{ language }]]: (typeof rows)[number]) => (
      <a href={links.here({ language })}>{name}</a>
    )),
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
