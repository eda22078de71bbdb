import type { Component, Translation } from '../../catalog/model.ts'
import { repowebLink } from '../../catalog/repoweb.ts'
import { findRow } from '../../catalog/unit.ts'
import { sourceOf } from '../../catalog/view/view.ts'
import { type KeyFinding, keyFindings, readKeyUsage } from '../../facts/key-findings.ts'
import { counted } from '../../facts/words.ts'
import { hasNamedKeys } from '../../usage/key-names.ts'
import type { Later } from '../later.ts'
import type { PageRequest } from '../page.ts'

const SHOWN = 20

/**
 * Finds the unused and undefined keys of a page's component. Undefined at other refs: clients can ask for very many,
 * and the API makes them wait.
 */
async function findKeyFindings({
  catalog,
  place: { component },
  later,
  links,
  client,
}: PageRequest): Promise<Later<readonly KeyFinding[]> | undefined> {
  if (component === undefined || links.ref !== undefined) return undefined
  const { components } = component.project
  const { value, isAwaited } = await later('key usage', ({ signal }) =>
    readKeyUsage(components, catalog.askAbout, { client, signal }),
  )
  return { value: value && keyFindings(component, value.get(component)), isAwaited }
}

/**
 * Shows a component's unused keys, which no source file names, and undefined keys, which no template has; nothing if
 * there are none.
 */
export async function UnusedSection(request: PageRequest) {
  const later = await findKeyFindings(request)
  const { component } = request.place
  if (later === undefined || component === undefined) return null
  const { value: findings = [], isAwaited } = later
  const undefinedKeys = findings.filter(({ rule }) => rule === 'undefined-key')
  const unusedKeys = findings.filter(({ rule }) => rule === 'unused-key')
  return request.part('unused', isAwaited, (attributes) =>
    findings.length === 0 ? (
      isAwaited && <section hidden {...attributes} />
    ) : (
      <section {...attributes}>
        <h2>Keys and code</h2>
        {undefinedKeys.length > 0 && <UndefinedKeys {...{ findings: undefinedKeys, component }} />}
        {unusedKeys.length > 0 && <UnusedKeys {...{ findings: unusedKeys, request }} />}
      </section>
    ),
  )
}

/** Shows a note on a string whose key no source file names. */
export async function UnusedNote(translation: Translation, row: number, request: PageRequest) {
  const source = sourceOf(translation.component)
  if (source === undefined || !hasNamedKeys(translation.component.config)) return null
  const later = await findKeyFindings(request)
  if (later === undefined) return null
  const { value: findings = [], isAwaited } = later
  const sourceRow = findRow(source.units().table, translation.units().table, row)
  const isUnused = sourceRow !== undefined && findings.some((finding) => finding.row === sourceRow)
  return request.part('unused', isAwaited, (attributes) =>
    !isUnused ? (
      isAwaited && <p hidden {...attributes} />
    ) : (
      <p class="note" {...attributes}>
        No file of this commit names this key.
      </p>
    ),
  )
}

function UndefinedKeys({
  findings,
  component,
}: {
  findings: readonly KeyFinding[]
  component: Component
}) {
  return (
    <>
      <p>The code asks for {counted(findings.length, 'key')} that no template has.</p>
      <ul class="small">
        {findings.slice(0, SHOWN).map(({ key, filename, line }) => {
          const name = `${filename}:${line}`
          const address = repowebLink(component, { filename, line: line ?? undefined })
          return (
            <li>
              <code>{key}</code> {address === undefined ? name : <a href={address}>{name}</a>}
            </li>
          )
        })}
      </ul>
      <More count={findings.length} />
    </>
  )
}

function UnusedKeys({
  findings,
  request: { place, links },
}: {
  findings: readonly KeyFinding[]
  request: PageRequest
}) {
  const source = place.component && sourceOf(place.component)
  const there = { ...place, code: source?.language.code }
  return (
    <>
      <p>No file of the commit names {counted(findings.length, 'key')}.</p>
      <ul class="small">
        {findings.slice(0, SHOWN).map(({ key }) => (
          <li>
            <a href={links.strings(there, `key:=${JSON.stringify(key)}`)}>
              <code>{key}</code>
            </a>
          </li>
        ))}
      </ul>
      <More count={findings.length} />
    </>
  )
}

function More({ count }: { count: number }) {
  if (count <= SHOWN) return null
  return (
    <p class="small soft">
      and {counted(count - SHOWN, 'other')}: <code>gitglot check --unused</code> lists all
    </p>
  )
}
