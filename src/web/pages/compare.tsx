import type { ComponentDifference } from '../../catalog/compare.ts'
import { readDifferences, sameComponents } from '../../catalog/compare-components.ts'
import type { ComponentRef } from '../../catalog/component-refs.ts'
import type { View } from '../../catalog/model.ts'
import { encodedPlaceOf } from '../../catalog/paths.ts'
import { componentsAt } from '../../catalog/place.ts'
import { NotFoundError } from '../../errors.ts'
import { parseRange } from '../../git/revision.ts'
import { Differences } from '../components/differences.tsx'
import { shortId } from '../components/words.tsx'
import type { PageContent, PageRequest } from '../page.ts'
import { findRefs } from '../refs.ts'

const MAX_NAME = 80

/** Compares two refs: the progress of each language, new problems and changed strings. */
export async function compare(request: PageRequest): Promise<PageContent> {
  const { query } = request
  const range = parseRange(query.get('base') ?? '')
  const base = range?.base ?? query.get('base') ?? ''
  const head = query.get('head') || range?.head || ''
  const { value: refs = [] } = (await findRefs(request)) ?? {}
  const form = <RefsForm {...{ request, base, head, refs }} />
  const shared: Omit<PageContent, 'main'> = {
    title: base === '' ? 'Compare' : `From ${nameOf(base)} to ${nameOf(head || 'now')}`,
    lead: <p>How translations differ between two branches, tags or commits.</p>,
    facts: factsOf(request, base, head),
    isUnlisted: true,
    // A branch may move while the served commit stays.
    isTransient: true,
  }
  if (base === '') return { ...shared, main: form }
  try {
    const [before, after] = await Promise.all([viewAt(base, request), viewAt(head, request)])
    const differences = await differencesOf(before, after, request)
    const address = reviewAddress(request, base, head)
    const review = address && (
      <p>
        <a href={address}>Review</a> these changes, for people who read none of the languages.
      </p>
    )
    return { ...shared, main: [form, review, <Differences {...{ differences, request }} />] }
  } catch (error) {
    // An unknown ref is reported beside the form.
    if (!(error instanceof NotFoundError)) throw error
    const fault = (
      <section class="note is-bad" role="alert">
        <p>
          <b>There is no such ref.</b> {error.message}
        </p>
      </section>
    )
    return { ...shared, main: [form, fault] }
  }
}

/** Formats a ref for display: commits as short ids. */
function nameOf(ref: string): string {
  return /^[0-9a-f]{40}$/.test(ref) ? shortId(ref) : ref.slice(0, MAX_NAME)
}

function factsOf({ place: { project, component } }: PageRequest, base: string, head: string) {
  if (project === undefined || base === '') return []
  const scope =
    component === undefined
      ? `projects/${project.config.slug}`
      : `components/${encodedPlaceOf(component)}`
  return [`${scope}/compare/?${new URLSearchParams({ base, ...(head !== '' && { head }) })}`]
}

/** Returns the address of the review; undefined unless a whole project is compared. */
function reviewAddress(
  { place: { project, component }, links }: PageRequest,
  base: string,
  head: string,
): string | undefined {
  if (project === undefined || component !== undefined || base.includes('...')) return undefined
  const range = head === '' ? base : `${base}..${head}`
  return links.to(`review/${encodeURIComponent(project.config.slug)}/${encodeURIComponent(range)}/`)
}

async function viewAt(ref: string, { catalog, view }: PageRequest): Promise<View> {
  return ref === '' ? view : catalog.viewAt(ref)
}

function differencesOf(
  before: View,
  after: View,
  { catalog, place, client, signal }: PageRequest,
): Promise<readonly ComponentDifference[]> {
  const served = componentsAt(catalog.current(), place)
  const old = sameComponents(before, served)
  const compared = [...sameComponents(after, served)].flatMap(([config, component]) => {
    const earlier = old.get(config)
    return earlier === undefined ? [] : [{ before: earlier, after: component }]
  })
  return readDifferences(compared, { askAbout: catalog.askAbout, client, signal })
}

function RefsForm({
  request: { links, view, place },
  base,
  head,
  refs,
}: {
  request: PageRequest
  base: string
  head: string
  refs: readonly ComponentRef[]
}) {
  const served = componentsAt(view, place).find(({ branch }) => branch !== '')?.branch ?? ''
  const [latest] = refs
    .filter(({ kind }) => kind === 'tag')
    .sort((a, b) => b.commit.committer.timestamp - a.commit.committer.timestamp)
  const none = { base: undefined, head: undefined, ref: undefined }
  return (
    <form class="form" action={links.here(none)} aria-label="Refs">
      <label>
        From
        <input name="base" value={base || latest?.name} list="refs-known" size={16} required />
      </label>
      <label>
        To
        <input
          name="head"
          value={head || (base === '' ? served : '')}
          list="refs-known"
          size={16}
          placeholder="what is served"
        />
      </label>
      <datalist id="refs-known">
        {refs.map(({ name, kind }) => (
          <option value={name}>{kind}</option>
        ))}
      </datalist>
      <button type="submit">Compare</button>
      {base !== '' && head !== '' && (
        <a class="btn" href={links.here({ base: head, head: base })}>
          Swap the two refs
        </a>
      )}
    </form>
  )
}
