/** Formats texts, dates and coordinates for pages. */

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

/** Puts commas, or another text, between children. */
export function joined(children: readonly Child[], between = ', '): Child[] {
  return children.flatMap((child, index) => (index === 0 ? [child] : [between, child]))
}
