import { wholeComponents } from '../../catalog/component-work.ts'
import { repowebLink } from '../../catalog/repoweb.ts'
import { contextOf } from '../../catalog/unit.ts'
import { sourceOf } from '../../catalog/view/view.ts'
import { counted } from '../../facts/words.ts'
import { type KeyUsage, keyUsageWork } from '../../usage/key-usage.ts'
import type { PageRequest } from '../page.ts'

const SHOWN = 20
/** Of a repository with very many files. */
const MAX_MS = 10 * 60_000

/**
 * The keys of a component that no file names, and those of the code that no template has; nothing where there are none. Old
 * commits are not searched: anybody can ask for very many.
 */
export async function UnusedSection(request: PageRequest) {
  const { catalog, place, later, links, part, client } = request
  const { component } = place
  if (component === undefined || links.ref !== undefined) return null
  const { components } = component.project
  const parts = wholeComponents(components)
  const { value, isAwaited } = await later(`usage ${component.project.id}`, ({ signal }) =>
    catalog.askAbout(keyUsageWork, parts, undefined, { client, signal, maxMs: MAX_MS }),
  )
  const usage = value?.[components.indexOf(component)]
  return part('unused', isAwaited, (attributes) => {
    if (usage === undefined) return isAwaited && <section hidden {...attributes} />
    const { unused = [], undefinedKeys } = usage
    return (
      (unused.length > 0 || undefinedKeys.length > 0) && (
        <section {...attributes}>
          <h2>Keys and code</h2>
          {undefinedKeys.length > 0 && <UndefinedKeys {...{ usage, request }} />}
          {unused.length > 0 && <UnusedKeys {...{ rows: unused, request }} />}
        </section>
      )
    )
  })
}

function UndefinedKeys({
  usage: { undefinedKeys },
  request,
}: {
  readonly usage: KeyUsage
  readonly request: PageRequest
}) {
  const { component } = request.place
  return (
    <>
      <p>The code asks for {counted(undefinedKeys.length, 'key')} that no template has.</p>
      <ul class="small">
        {undefinedKeys.slice(0, SHOWN).map((undefinedKey) => {
          const place = `${undefinedKey.filename}:${undefinedKey.line}`
          const address = component && repowebLink(component, undefinedKey)
          return (
            <li>
              <code>{undefinedKey.key}</code>{' '}
              {address === undefined ? place : <a href={address}>{place}</a>}
            </li>
          )
        })}
      </ul>
      <More count={undefinedKeys.length} />
    </>
  )
}

function UnusedKeys({
  rows,
  request: { place, links },
}: {
  readonly rows: readonly number[]
  readonly request: PageRequest
}) {
  const source = place.component && sourceOf(place.component)
  if (source === undefined) return null
  const units = source.units()
  const there = { ...place, code: source.language.code }
  return (
    <>
      <p>No file of the commit names {counted(rows.length, 'key')}.</p>
      <ul class="small">
        {rows.slice(0, SHOWN).map((row) => {
          const key = contextOf(units, row)
          return (
            <li>
              <a href={links.strings(there, `key:=${JSON.stringify(key)}`)}>
                <code>{key}</code>
              </a>
            </li>
          )
        })}
      </ul>
      <More count={rows.length} />
    </>
  )
}

function More({ count }: { readonly count: number }) {
  if (count <= SHOWN) return null
  return (
    <p class="small soft">
      and {counted(count - SHOWN, 'other')}: <code>gitglot check --unused</code> lists all
    </p>
  )
}
