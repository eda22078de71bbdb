import type { Child } from 'hono/jsx'
import type { ComponentRef } from '../../catalog/component-refs.ts'
import { nearestRef } from '../../catalog/component-refs.ts'
import { componentsAt } from '../../catalog/place.ts'
import { pairByPath, readDifferences } from '../../catalog/read-differences.ts'
import { NotFoundError } from '../../errors.ts'
import { parseRange, parseRevision } from '../../git/revision.ts'
import { encodedPlaceOf } from '../../model/paths.ts'
import { differencesOf } from '../components/differences.tsx'
import { faultNote } from '../components/notes.tsx'
import { button, joined, refName } from '../components/words.tsx'
import { findRefs } from '../layout/ref-menu.tsx'
import type { PageContent, PageRequest } from '../page.ts'

/** Options of pages about refs: not kept, since a branch may move while the served commit stays. */
export const OF_MOVING_REFS = { isUnlisted: true, isTransient: true }

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
    title: base === '' ? 'Compare' : `From ${refName(base)} to ${refName(head || 'now')}`,
    lead: 'How translations differ between two branches, tags or commits.',
    facts: project === undefined || base === '' ? [] : [`${scope}/compare/?${parameters}`],
    ...OF_MOVING_REFS,
    main: [
      refsForm(refs?.value ?? [], { base, head }, request),
      base !== '' &&
        (await orNoSuchRef(
          { base, head },
          request,
          () => compared(request, { base, head }),
          (range) => request.links.area('compare', request.place, { ...range }),
        )),
    ],
  }
}

/** Two refs; the head is `''` for the commit that the page shows. */
export interface Range {
  readonly base: string
  readonly head: string
}

const MAX_NAMED = 8
/** Maximum characters of an unknown ref on the page. */
const MAX_SHOWN = 100

/**
 * Shows a comparison. If one of its refs is unknown, says so instead, and links to the same comparison with the most
 * similar known ref, or with each of them. `linkTo` returns the address of a comparison.
 */
export async function orNoSuchRef(
  { base, head }: Range,
  request: PageRequest,
  show: () => Promise<Child>,
  linkTo: (range: Range) => string,
): Promise<Child> {
  try {
    return await show()
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error
    const { ref: unknown, message } = error
    if (unknown === undefined) {
      return faultNote('no-ref', 'These two cannot be compared.', message)
    }
    const refs = (await findRefs(request))?.value ?? []
    const near = nearestRef(unknown, refs)
    const instead = (name: string) => {
      const replaced = (side: string) =>
        side
          .split(/(\.\.\.?)/)
          .map((part) =>
            parseRevision(part).name === unknown ? name + part.slice(unknown.length) : part,
          )
          .join('')
      return <a href={linkTo({ base: replaced(base), head: replaced(head) })}>{name}</a>
    }
    const links = joined(refs.slice(0, MAX_NAMED).map(({ name }) => instead(name)))
    return faultNote(
      'no-ref',
      'There is no such branch, tag or commit.',
      <>
        Nothing here is called <code>{unknown.slice(0, MAX_SHOWN)}</code>.{' '}
        {near ? ['Did you mean ', instead(near), '?'] : links.length > 0 && ['Try ', links, '.']}
      </>,
    )
  }
}

/** Pairs the components of the page's place at two refs. */
export async function readPairs(request: PageRequest, range: Range, history: 'all' | 'states') {
  const { catalog, view, place } = request
  const { base, head } = range
  const [before, after] = await Promise.all([
    catalog.viewAt(base, { history }),
    head === '' ? view : catalog.viewAt(head, { history }),
  ])
  return { after, pairs: pairByPath(before, after, componentsAt(catalog.current(), place)) }
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
      {place.code !== undefined && (
        <p>
          <a href={links.area('compare', { ...place, code: undefined }, { base, head })}>
            All languages
          </a>
        </p>
      )}
      {differencesOf(differences, request)}
    </>
  )
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
