import type { Child } from 'hono/jsx'
import { formatNumber } from '../../facts/format-numbers.ts'
import type { Links } from '../links.ts'
import type { PageRequest, PartAttributes } from '../page.ts'
import { Mark, type MarkKind } from './mark.tsx'
import { linked } from './words.tsx'

/** Returns the index of the first item on a page. `offset` in the query starts at 1. */
export function startOf(query: URLSearchParams, count = Number.POSITIVE_INFINITY): number {
  const offset = /^[0-9]{1,9}$/.test(query.get('offset') ?? '') ? Number(query.get('offset')) : 0
  return Math.max(0, Math.min(offset, count) - 1)
}

/** A page of a list. */
export interface ListPart<Item> {
  /** Index of the page's first item, starting at 0. */
  readonly start: number
  readonly size: number
  /** Number of items on all pages; Infinity if not known. */
  readonly count: number
  readonly items: readonly Item[]
  /** Whether pages differ in size, so that only the first is known to end where this one starts. */
  readonly isUneven?: boolean
}

interface ListOptions {
  /** The sentence of a list without items. */
  readonly empty: string
  /** The parameters that filter the list. */
  readonly filters?: readonly string[]
  readonly classes?: string
  readonly isAwaited?: boolean
  /** Content above the list that arrives with it. */
  readonly above?: Child
}

/** Returns the page of a whole list that a query asks for. */
export function pageOf<Item>(
  query: URLSearchParams,
  list: { readonly length: number; slice(start: number, end: number): readonly Item[] },
  size: number,
): ListPart<Item> {
  const start = startOf(query, list.length)
  return { start, size, count: list.length, items: list.slice(start, start + size) }
}

/** Shows a page of a list between content above it and its pager. The script replaces it once results arrive. */
export function listPage<Item>(
  request: PageRequest,
  list: ListPart<Item>,
  entry: (item: Item) => Child,
  { empty, filters = [], classes = 'log two narrow', isAwaited = false, above }: ListOptions,
) {
  const { start, items } = list
  return request.part('list', isAwaited, (attributes) => (
    <div {...attributes}>
      {above}
      {items.length === 0 && !isAwaited && emptyNote(empty, filters, request)}
      <ol class={classes} start={start + 1}>
        {items.map(entry)}
      </ol>
      {pager(list, request.links)}
    </div>
  ))
}

/** Says why a list is empty. If filters may be the reason, links to the whole list. */
export function emptyNote(
  empty: string,
  filters: readonly string[],
  { links, query }: PageRequest,
) {
  return (
    <p class="note">
      {filters.some((name) => query.get(name)) ? (
        <>
          Nothing matches these filters. <a href={links.here(without(filters))}>Show all</a>
        </>
      ) : (
        empty
      )}
    </p>
  )
}

function without(names: readonly string[]) {
  return Object.fromEntries([...names, 'offset'].map((name) => [name, undefined]))
}

/** Shows a section with the first of many strings, of which the API has all; nothing if there are none. */
export function firstOf<Item>(
  title: string,
  items: readonly Item[],
  max: number,
  entry: (item: Item) => Child,
) {
  if (items.length === 0) return null
  return (
    <section class="after">
      <h2>
        {title} <small>{formatNumber(items.length)}</small>
      </h2>
      <ul class="log narrow">{items.slice(0, max).map(entry)}</ul>
      {items.length > max && (
        <p class="small soft">Only the first {max} are shown; the API lists all.</p>
      )}
    </section>
  )
}

/** Shows links to the previous (or first) and next page and "1 to 100 of 890"; nothing if all items fit. */
export function pager({ start, size, count, isUneven }: ListPart<unknown>, links: Links) {
  if (count <= size && start === 0) return null
  // A chosen string would lead back to its own page.
  const at = (index: number) =>
    links.here({ offset: index === 0 ? undefined : index + 1, checksum: undefined })
  const end = Math.min(start + size, count)
  return (
    <nav class="pager" aria-label="Pages">
      {start > 0 && (
        <a rel="prev" href={at(isUneven ? 0 : Math.max(0, start - size))}>
          {isUneven ? 'First page' : 'Previous'}
        </a>
      )}
      <span>
        {formatNumber(start + 1)} to {formatNumber(end)}
        {Number.isFinite(count) && ` of ${formatNumber(count)}`}
      </span>
      {end < count && (
        <a rel="next" href={at(end)}>
          Next
        </a>
      )}
    </nav>
  )
}

/** Shows a form that filters a list by the parameters `names`. It keeps the page's ref and the order of the list. */
export function listFilter(
  label: string,
  names: readonly string[],
  { links, query, ref }: PageRequest,
  fields: Child,
  { button = 'Show', after }: { readonly button?: string; readonly after?: Child } = {},
) {
  const hiddenFields = { ref, sort_by: query.get('sort_by') }
  return (
    <form
      class="form"
      action={links.here(without([...names, ...Object.keys(hiddenFields)]))}
      aria-label={label}
    >
      {Object.entries(hiddenFields).map(
        ([name, value]) => value && <input type="hidden" name={name} value={value} />,
      )}
      {fields}
      <button type="submit">{button}</button>
      {after}
    </form>
  )
}

/** A value of a menu with its label. */
export type Choice = readonly [value: string, name: string]

/** Shows a menu of a filter. A chosen value that is not among the choices is added. */
export function menu(
  label: string,
  name: string,
  chosen: string | null,
  choices: readonly Choice[],
) {
  const value = chosen ?? ''
  const isListed = choices.some(([choice]) => choice === value)
  const all = isListed ? choices : [...choices, [value, value] as const]
  return (
    <label>
      {label}
      <select name={name}>
        {all.map(([choice, text]) => (
          <option value={choice} selected={choice === value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Shows a string in a list: its name, with a link unless it no longer exists, its place, and what the list is about. */
export function unitEntry(name: string, address: string | undefined, where: Child, about: Child) {
  return (
    <li>
      <p class="small">
        {linked(address, <code>{name}</code>)} <span class="soft">{where}</span>
      </p>
      {about}
    </li>
  )
}

/** A choice with the number of its results. */
export interface Chip {
  readonly name: string
  readonly mark?: MarkKind | undefined
  readonly address: string
  /** Undefined if not known yet. */
  readonly count?: number | undefined
  readonly isChosen: boolean
}

/** Shows choices as links. */
export function chipList(label: string, chips: readonly Chip[], attributes?: PartAttributes) {
  return (
    <nav class="chips" aria-label={label} {...attributes}>
      {chips.map(({ name, mark, address, count, isChosen }) => (
        <a href={address} aria-current={isChosen ? 'true' : undefined}>
          {mark !== undefined && <Mark kind={mark} />}
          {name}
          {count !== undefined && <b>{formatNumber(count)}</b>}
        </a>
      ))}
    </nav>
  )
}
