import type { ComponentRef } from '../../catalog/component-refs.ts'
import { shortId, Time } from '../components/words.tsx'
import type { Framed, PartAttributes } from '../page.ts'

/** How many refs of each kind are listed; any other can be typed. */
const MAX_SHOWN = 8

/** Shows a menu that opens the page at a branch, a tag or a commit. Works without scripts. */
export function RefMenu({
  refs,
  isServed,
  request,
  ...attributes
}: {
  readonly refs: readonly ComponentRef[]
  /** Whether the page's place also exists at the served commit. */
  readonly isServed: boolean
  readonly request: Framed
} & PartAttributes) {
  const { ref, links, place } = request
  const served = place.component ?? place.project?.components.find(({ commit }) => commit)
  const shown = ref ?? served?.branch ?? ''
  return (
    <details class="ref menu" {...attributes}>
      <summary>
        {/^[0-9a-f]{40}$/.test(shown) ? '' : shown}{' '}
        {served?.commit && <span class="oid">{shortId(served.commit.oid)}</span>}
      </summary>
      <div>
        <h2>Show this page at</h2>
        <ul>
          {[...ofKind('branch', refs), ...ofKind('tag', refs)].map(({ kind, name, commit }) => (
            <li>
              <a
                href={links.here({ ref: name === served?.branch && !ref ? undefined : name })}
                aria-current={name === shown ? 'true' : undefined}
              >
                {name}
              </a>
              <span class="soft small">{kind}</span>
              <span class="soft small">
                <Time seconds={commit.committer.timestamp} />
              </span>
            </li>
          ))}
        </ul>
        <RefForm request={request} />
        {isServed && (
          <p class="small">
            <a href={links.here({ ref: undefined })}>Show the served commit</a>
          </p>
        )}
        {place.project && <CompareLink request={request} />}
      </div>
    </details>
  )
}

function ofKind(kind: ComponentRef['kind'], refs: readonly ComponentRef[]): ComponentRef[] {
  return refs.filter((ref) => ref.kind === kind).slice(0, MAX_SHOWN)
}

/** Shows a form to enter any ref. */
function RefForm({ request: { ref, query } }: { request: Framed }) {
  return (
    <form>
      {[...query]
        .filter(([name]) => name !== 'ref' && name !== 'part')
        .map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
      <label class="small soft">
        A branch, a tag or a commit <input name="ref" size={12} value={ref ?? ''} />
      </label>{' '}
      <button type="submit">Show</button>
    </form>
  )
}

function CompareLink({ request: { ref, links, place } }: { request: Framed }) {
  const compared = { ...place, category: undefined, code: undefined }
  return (
    <p class="small">
      <a href={links.area('compare', compared, { ref: undefined, base: ref })}>Compare two refs</a>
    </p>
  )
}
