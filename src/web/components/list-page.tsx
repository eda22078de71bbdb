import type { Child } from 'hono/jsx'
import { formatNumber } from '../../facts/format-numbers.ts'
import type { Links } from '../links.ts'
import type { PageRequest, PartAttributes } from '../page.ts'
import { Mark, type MarkKind } from './mark.tsx'

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
  /** Number of items on all pages. */
  readonly count: number
  /** The items on this page. */
  readonly items: readonly Item[]
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

/** Shows a page of a list between its filter and its pager. The script replaces it once awaited results arrive. */
export function ListPage<Item>({
  list,
  request: { links, part },
  isAwaited = false,
  classes = 'log narrow',
  empty,
  children,
  entry,
}: {
  readonly list: ListPart<Item>
  readonly request: PageRequest
  readonly isAwaited?: boolean
  readonly classes?: string
  /** The text shown if there are no items. */
  readonly empty: string
  /** Content above the list. */
  readonly children?: Child
  /** Renders an item as a list item. */
  readonly entry: (item: Item) => Child
}) {
  const { start, items } = list
  return part('list', isAwaited, (attributes) => (
    <div {...attributes}>
      {children}
      {items.length === 0 && !isAwaited && <p class="note">{empty}</p>}
      <ol class={classes} start={start + 1}>
        {items.map(entry)}
      </ol>
      {pager(list, links)}
    </div>
  ))
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

/** Shows links to the previous and next page and "1 to 100 of 890"; nothing if all items fit. */
export function pager({ start, size, count }: ListPart<unknown>, links: Links) {
  if (count <= size && start === 0) return null
  const at = (index: number) => links.here({ offset: index === 0 ? undefined : index + 1 })
  const end = Math.min(start + size, count)
  return (
    <nav class="pager" aria-label="Pages">
      {start > 0 && (
        <a rel="prev" href={at(Math.max(0, start - size))}>
          Previous
        </a>
      )}
      <span>
        {formatNumber(start + 1)} to {formatNumber(end)} of {formatNumber(count)}
      </span>
      {end < count && (
        <a rel="next" href={at(end)}>
          Next
        </a>
      )}
    </nav>
  )
}

/** Shows a form that filters a list by these parameters. It keeps the ref of the page. */
export function ListFilter({
  label,
  names,
  request: { links, ref },
  button = 'Show',
  after,
  children,
}: {
  readonly label: string
  readonly names: readonly string[]
  readonly request: PageRequest
  readonly button?: string
  /** Content after the button. */
  readonly after?: Child
  readonly children: Child
}) {
  const none = Object.fromEntries([...names, 'offset', 'ref'].map((name) => [name, undefined]))
  return (
    <form class="form" action={links.here(none)} aria-label={label}>
      {ref !== undefined && <input type="hidden" name="ref" value={ref} />}
      {children}
      <button type="submit">{button}</button>
      {after}
    </form>
  )
}

/** A value of a menu with its label. */
export type Choice = readonly [value: string, name: string]

/** Shows a menu of a filter. */
export function menu(
  label: string,
  name: string,
  chosen: string | null,
  choices: readonly Choice[],
) {
  return (
    <label>
      {label}
      <select name={name}>
        {choices.map(([value, text]) => (
          <option value={value} selected={value === (chosen ?? '')}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Shows a string in a list: its name, its place, and what the list is about. */
export function UnitItem({
  name,
  address,
  where,
  children,
}: {
  readonly name: string
  /** The link of the name, unless the string no longer exists. */
  readonly address: string | undefined
  readonly where: Child
  readonly children: Child
}) {
  const shown = <code>{name}</code>
  return (
    <li>
      <p class="small">
        {address === undefined ? shown : <a href={address}>{shown}</a>}{' '}
        <span class="soft">{where}</span>
      </p>
      {children}
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
export function Chips({
  label,
  chips,
  ...attributes
}: {
  readonly label: string
  readonly chips: readonly Chip[]
} & Partial<PartAttributes>) {
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
