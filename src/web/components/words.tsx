import type { Child } from 'hono/jsx'

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** Rounds a coordinate to one decimal. */
export function short(value: number): number {
  return Math.round(value * 10) / 10
}

/** Formats a day as `11 Aug 2025`, in UTC. */
export function formatDay(seconds: number): string {
  const date = new Date(seconds * 1000)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}

/** Shows one of gitglot's own messages. Backticks mark quoted input. */
export function Words({ text }: { text: string }) {
  const parts = text.split(/`([^`]*)`/)
  return <>{parts.map((part, index) => (index % 2 === 0 ? part : <code>{part}</code>))}</>
}

/** Shows a day, with `hasTime` also the time to the minute. */
export function Time({ seconds, hasTime = false }: { seconds: number; hasTime?: boolean }) {
  const iso = `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
  return (
    <time datetime={iso} class="nw">
      {formatDay(seconds)}
      {hasTime && ` ${iso.slice(11, 16)} UTC`}
    </time>
  )
}

/** Returns the first seven digits of a commit id. */
export function shortId(commit: string): string {
  return commit.slice(0, 7)
}

const MAX_NAME = 80

/** Returns the name of a branch or tag, or the first digits of a commit id. */
export function refName(ref: string): string {
  return /^[0-9a-f]{40}$/.test(ref) ? shortId(ref) : ref.slice(0, MAX_NAME)
}

/** Puts commas, or another text, between children. */
export function joined(children: readonly Child[], between = ', '): Child[] {
  return children.flatMap((child, index) => (index === 0 ? [child] : [between, child]))
}

/** A name with its value, which is left out without a value. */
export type Fact = readonly [name: Child, value: Child]

/** Shows names and values. */
export function factList(facts: readonly Fact[], classes = '') {
  return (
    <dl class={`facts ${classes}`.trim()}>
      {facts
        .filter(([, value]) => Boolean(value))
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  )
}

/** Shows the heading of a section with a link to the page that has more. */
export function linkedTitle(title: string, address: string, text: Child, id?: string) {
  return (
    <div class="bar-h">
      <h2 id={id}>{title}</h2>
      <a href={address} class="small">
        {text}
      </a>
    </div>
  )
}

/** Shows content, linked to an address if there is one. */
export function linked(address: string | undefined, content: Child) {
  return address === undefined ? content : <a href={address}>{content}</a>
}

/** Shows a path in the repository, linked to its page if known. */
export function fileName(path: string, address: string | undefined) {
  const page = address !== undefined && /^https?:\/\//.test(address) ? address : undefined
  return path !== '' && linked(page, <code>{path}</code>)
}

/** Shows a link that looks like a button. */
export function button(address: string, text: string, rel?: 'prev' | 'next') {
  return (
    <a class="btn" rel={rel} href={address}>
      {text}
    </a>
  )
}
