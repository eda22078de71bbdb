import type { Child } from 'hono/jsx'

/** A name with its value, which is left out without a value. */
export type Fact = readonly [name: Child, value: Child]

/** Shows names and values. */
export function Facts({ facts, classes = '' }: { facts: readonly Fact[]; classes?: string }) {
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
