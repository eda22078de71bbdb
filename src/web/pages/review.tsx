import { withoutServerPaths } from '../../address.ts'
import { pairComponents, sameComponents } from '../../catalog/compare-components.ts'
import type { Component } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import { componentsAt } from '../../catalog/place.ts'
import type { ReviewedString } from '../../catalog/review/reason.ts'
import { type Review, readReview } from '../../catalog/review/review.ts'
import { componentsOf } from '../../catalog/view/view.ts'
import { NotFoundError } from '../../errors.ts'
import { reviewSentence } from '../../facts/review.ts'
import { counted, formatNumber, joinWords } from '../../facts/words.ts'
import { parseRange } from '../../git/revision.ts'
import { groupBy } from '../../group-by.ts'
import { compareCodePoints } from '../../languages/order.ts'
import { CommitLink } from '../components/commit-link.tsx'
import { Table } from '../components/table.tsx'
import { shortId } from '../components/words.tsx'
import { componentPlace } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { Difference } from '../texts/difference.tsx'

/** How many strings are shown; the API returns all. */
const MAX_SHOWN = 200

/** Shows how a change affects the translations of a project, for reviewers who cannot read them. */
export async function review(request: PageRequest): Promise<PageContent> {
  const { param, place, catalog, view, client, signal, links } = request
  const range = param('range').replace(/\/$/, '')
  const { base, head } = parseRange(range) ?? { base: range, head: '' }
  const query = new URLSearchParams({ base, ...(head !== '' && { head }) })
  const shared: Omit<PageContent, 'main'> = {
    title: `Review of ${range.slice(0, 100)}`,
    lead: <p>What the change does, for those who read none of the languages.</p>,
    facts: [`projects/${place.project?.config.slug ?? ''}/review/?${query}`],
    isUnlisted: true,
    // A branch may move while the served commit stays.
    isTransient: true,
  }
  try {
    const viewAt = (ref: string) => catalog.viewAt(ref, { history: 'all' })
    const before = await viewAt(base)
    const after = head === '' ? view : await viewAt(head)
    const served = componentsAt(catalog.current(), place)
    const pairs = pairComponents(sameComponents(before, served), sameComponents(after, served))
    const people = await catalog.people(after)
    const { askAbout, historyOf } = catalog
    const asking = { client, signal }
    const reviewed = await readReview(pairs, { askAbout, historyOf, people, asking })
    return { ...shared, main: <Reviewed review={reviewed} head={head} request={request} /> }
  } catch (error) {
    // An unknown ref is reported in place.
    if (!(error instanceof NotFoundError)) throw error
    const fault = (
      <section class="note is-bad" role="alert">
        <p>
          <b>There is no such ref.</b> {error.message}{' '}
          <a href={links.area('compare', place)}>Choose two refs</a>
        </p>
      </section>
    )
    return { ...shared, main: fault }
  }
}

function Reviewed({
  review,
  head,
  request,
}: {
  review: Review
  head: string
  request: PageRequest
}) {
  const { authors, bulk, newAlerts, strings, languages } = review
  const components = new Map(
    componentsOf(request.view).map((component) => [placeOf(component), component]),
  )
  return (
    <>
      <p class="big">{reviewSentence(review)}</p>
      {newAlerts.map(({ filename, message }) => (
        <section class="note is-bad">
          <p>
            <b>New alert.</b> <code>{filename}</code>: {withoutServerPaths(message)}
          </p>
        </section>
      ))}
      {bulk.length > 0 && (
        <section class="note after">
          <p>These commits write many texts at once, as scripts and machine translation do:</p>
          <ul>
            {bulk.map(({ commit, strings, languages }) => (
              <li>
                <BulkCommit commit={commit} request={request} /> {counted(strings, 'text')} in{' '}
                {counted(languages, 'language')}
              </li>
            ))}
          </ul>
        </section>
      )}
      {strings.length > 0 && (
        <section class="after">
          <h2>
            Strings to look at <small>{formatNumber(strings.length)}</small>
          </h2>
          <ul class="log narrow">
            {strings.slice(0, MAX_SHOWN).map((string) => (
              <StringItem
                string={string}
                component={components.get(string.component)}
                head={head}
                request={request}
              />
            ))}
          </ul>
          {strings.length > MAX_SHOWN && (
            <p class="small soft">Only the first {MAX_SHOWN} are shown; the API lists all.</p>
          )}
        </section>
      )}
      {languages.length > 0 && <LanguageTable languages={languages} />}
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

function BulkCommit({ commit, request }: { commit: string; request: PageRequest }) {
  const [component] = componentsAt(request.view, request.place)
  if (component === undefined) return <code>{shortId(commit)}</code>
  return <CommitLink commit={commit} component={component} request={request} />
}

/** Shows sums over the components; the API has the counts of each. */
function LanguageTable({ languages }: Pick<Review, 'languages'>) {
  const byName = [...groupBy(languages, ({ languageName }) => languageName)]
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  return (
    <section class="after">
      <h2 id="h-languages">Languages</h2>
      <Table
        scrolls
        labelledBy="h-languages"
        columns={[['Language'], ['New', 'n'], ['Reworded', 'n'], ['Gone', 'n']]}
      >
        {byName
          .sort(([a], [b]) => compareCodePoints(a, b))
          .map(([name, changes]) => (
            <tr>
              <th scope="row">{name}</th>
              <td class="n">{formatNumber(sum(changes.map(({ translated }) => translated)))}</td>
              <td class="n">{formatNumber(sum(changes.map(({ reworded }) => reworded)))}</td>
              <td class="n">
                {formatNumber(sum(changes.map(({ untranslated }) => untranslated)))}
              </td>
            </tr>
          ))}
      </Table>
    </section>
  )
}

function StringItem({
  string: {
    component: path,
    language: code,
    checksum,
    context,
    risk,
    reasons,
    source,
    before,
    after,
  },
  component,
  head,
  request: { links },
}: {
  readonly string: ReviewedString
  /** The component at the served commit. */
  readonly component: Component | undefined
  readonly head: string
  readonly request: PageRequest
}) {
  const translation = component?.translations.find(({ language }) => language.code === code)
  const name = <code>{context}</code>
  const place = component && componentPlace(component, code)
  const target = { checksum, ref: head || undefined }
  return (
    <li>
      <p class="small">
        {place === undefined ? name : <a href={links.area('translate', place, target)}>{name}</a>}{' '}
        <span class="soft">
          {path}, {translation?.language.name ?? code}
        </span>
      </p>
      <p class={risk === 'high' ? 'bad' : undefined}>
        <b>{risk}</b>: <bdi>{reasons.map(({ message }) => message).join(' ')}</bdi>
      </p>
      {component !== undefined && (
        <Difference
          before={source.join('\n')}
          after={source.join('\n')}
          language={component.sourceLanguage}
        />
      )}
      {translation !== undefined && !translation.isSource && (
        <Difference
          before={(before ?? []).join('\n')}
          after={after.join('\n')}
          language={translation.language}
        />
      )}
    </li>
  )
}
