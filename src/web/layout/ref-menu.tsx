import type { ComponentRef } from '../../catalog/component-refs.ts'
import { shortId, Time } from '../components/words.tsx'
import type { Framed, PageRequest, PartAttributes } from '../page.ts'

/** How many refs of each kind are listed; any other can be typed. */
const MAX_SHOWN = 8

/** Finds the branches and tags of a place's first repository; undefined for a place in several projects. */
export async function findRefs({ catalog, place, later }: PageRequest) {
  const { project, component } = place
  const shown = component ?? project?.components.find(({ commit }) => commit !== undefined)
  return shown && later('refs', () => catalog.refs(shown))
}

/** Shows a menu that opens the page at a branch, a tag or a commit. Works without scripts. */
export function refMenu(
  refs: readonly ComponentRef[],
  /** Whether the page's place also exists at the served commit. */
  isServed: boolean,
  { ref, links, place, query }: Framed,
  attributes: PartAttributes,
) {
  const served = place.component ?? place.project?.components.find(({ commit }) => commit)
  const shown = ref ?? served?.branch ?? ''
  const ofKind = (kind: ComponentRef['kind']) =>
    refs.filter((ref) => ref.kind === kind).slice(0, MAX_SHOWN)
  const compared = { ...place, category: undefined, code: undefined }
  return (
    <details class="ref menu" {...attributes}>
      <summary>
        {/^[0-9a-f]{40}$/.test(shown) ? '' : shown}{' '}
        {served?.commit && <span class="oid">{shortId(served.commit.oid)}</span>}
      </summary>
      <div>
        <h2>Show this page at</h2>
        <ul>
          {[...ofKind('branch'), ...ofKind('tag')].map(({ kind, name, commit }) => (
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
        {isServed && (
          <p class="small">
            <a href={links.here({ ref: undefined })}>Show the served commit</a>
          </p>
        )}
        {place.project && (
          <p class="small">
            <a href={links.area('compare', compared, { ref: undefined, base: ref })}>
              Compare two refs
            </a>
          </p>
        )}
      </div>
    </details>
  )
}
