import type { Check, CheckedUnit } from '../check.ts'
import { formCheck } from '../form-check.ts'
import { quote } from '../sentence.ts'
import { hostsIn, isReserved, type Linked, ownerOf } from './hosts.ts'

const NONE: ReadonlySet<string> = new Set()

/** Returns the first host that occurs in neither the source nor another source of the component. */
function findNewHost(
  source: string,
  target: string,
  { hosts = NONE }: CheckedUnit,
): Linked | undefined {
  const links = hostsIn(target).filter(({ host }) => !isReserved(host) && !hosts.has(ownerOf(host)))
  if (links.length === 0) return undefined
  const sourceOwners = new Set(hostsIn(source).map(({ host }) => ownerOf(host)))
  return links.find(({ host }) => !sourceOwners.has(ownerOf(host)))
}

/** Checks that a translation links only to hosts in its source or other sources of its component. */
export const newLink: Check = formCheck({
  id: 'new-link',
  name: 'Link to a new host',
  description: 'The translation links to a host that no source of the component names.',
  severity: 'error',
  fails: findNewHost,
  explain: ({ fault: { host, start, end } }) => [
    `The translation links to ${quote(host)}, which no source of the component names`,
    ['target', start, end],
  ],
})
