import type { Child } from 'hono/jsx'
import { counted } from '../../facts/format-numbers.ts'
import { type KeyFinding, keyFindings, readKeyUsage } from '../../facts/key-findings.ts'
import type { Component } from '../../model/model.ts'
import { findRow } from '../../model/unit.ts'
import { hasNamedKeys } from '../../usage/key-names.ts'
import type { FoundUnit } from '../../view/find.ts'
import { repowebLink } from '../../view/repoweb.ts'
import { sourceOf } from '../../view/view.ts'
import { linked } from '../components/words.tsx'
import type { Later, PageRequest } from '../page.ts'

const SHOWN = 20

/** Finds a component's unused and undefined keys; not at other refs, of which clients could ask for very many. */
async function findKeyFindings(request: PageRequest): Promise<Later<readonly KeyFinding[]>> {
  const { catalog, place, later, ref, client } = request
  const { component } = place
  if (component === undefined || ref !== undefined) return { value: undefined, isAwaited: false }
  const { components } = component.project
  const { value, isAwaited } = await later('key usage', ({ signal }) =>
    readKeyUsage(components, catalog.askAbout, { client, signal }),
  )
  return { value: value && keyFindings(component, value.get(component)), isAwaited }
}

/** Shows a component's keys that no source file names, and keys in the code that no template has, if any. */
export async function UnusedSection(request: PageRequest) {
  const { place, links } = request
  const component = place.component as Component
  const { value: findings = [], isAwaited } = await findKeyFindings(request)
  const there = { ...place, code: sourceOf(component)?.language.code }
  return request.part('unused', isAwaited, (attributes) => {
    if (findings.length === 0) return isAwaited && <section hidden {...attributes} />
    const ofRule = (name: KeyFinding['rule']) => findings.filter(({ rule }) => rule === name)
    const undefinedKeys = ofRule('undefined-key').map(({ key, filename, line }) => {
      const address = repowebLink(component, { filename, line: line ?? undefined })
      return (
        <>
          <code>{key}</code> {linked(address, `${filename}:${line}`)}
        </>
      )
    })
    const unusedKeys = ofRule('unused-key').map(({ key }) => (
      <a href={links.strings(there, `key:=${JSON.stringify(key)}`)}>
        <code>{key}</code>
      </a>
    ))
    return (
      <section {...attributes}>
        <h2>Keys and code</h2>
        {keyList((count) => `The code asks for ${count} that no template has.`, undefinedKeys)}
        {keyList((count) => `No file of the commit mentions ${count}.`, unusedKeys)}
      </section>
    )
  })
}

function keyList(titleOf: (count: string) => string, keys: readonly Child[]) {
  if (keys.length === 0) return null
  return (
    <>
      <p>{titleOf(counted(keys.length, 'key'))}</p>
      <ul class="small">
        {keys.slice(0, SHOWN).map((key) => (
          <li>{key}</li>
        ))}
      </ul>
      {keys.length > SHOWN && (
        <p class="small soft">
          and {counted(keys.length - SHOWN, 'other')}: <code>gitglot check --unused</code> lists all
        </p>
      )}
    </>
  )
}

/** Shows a note on a string whose key no source file names. */
export async function unusedNote({ translation, row }: FoundUnit, request: PageRequest) {
  const source = sourceOf(translation.component)
  if (source === undefined || !hasNamedKeys(translation.component.config)) return null
  const { value: findings = [], isAwaited } = await findKeyFindings(request)
  const sourceRow = findRow(source.units().table, translation.units().table, row)
  const isUnused = sourceRow !== undefined && findings.some((finding) => finding.row === sourceRow)
  return request.part('unused', isAwaited, (attributes) => {
    if (!isUnused) return isAwaited && <p hidden {...attributes} />
    return (
      <p class="note" {...attributes}>
        No file of this commit mentions this key.
      </p>
    )
  })
}
