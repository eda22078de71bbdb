import type { Child } from 'hono/jsx'
import { Time } from './words.tsx'

/** An entry of a log: what, what came of it, when and by whom. */
export function LogEntry({
  title,
  effect,
  seconds,
  children,
}: {
  readonly title: Child
  readonly effect?: Child
  readonly seconds: number
  /** Who, and the commit. */
  readonly children?: Child
}) {
  return (
    <li>
      <p dir="auto">{title}</p>
      {effect !== undefined && (
        <p class="meta">
          <span>{effect}</span>
        </p>
      )}
      <p class="meta">
        <Time seconds={seconds} />
        {children}
      </p>
    </li>
  )
}
