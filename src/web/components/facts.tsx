import type { Child } from 'hono/jsx'

/** Shows names and values, leaving out those without a value. */
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
