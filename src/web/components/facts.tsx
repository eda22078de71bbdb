import type { Child } from 'hono/jsx'

/** Names and what they are; those without a value are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: Child])[] }) {
  return (
    <dl class="facts">
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
