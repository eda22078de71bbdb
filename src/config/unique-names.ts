/** A component, project or category, or its fields in a configuration. */
export interface Named {
  readonly slug?: string
  readonly name?: string
}

/** Returns the fields with a number added to the slug and name if either is taken. */
export function withUniqueNames<T extends Named>(fields: T, taken: readonly Named[]): T {
  const { slug = '', name = '' } = fields
  const isTaken = (named: Named) =>
    taken.some((other) => other.slug === named.slug || other.name === named.name)
  let unique: Named = { slug, name }
  for (let number = 2; isTaken(unique); number++) {
    unique = { slug: `${slug}-${number}`, name: `${name} ${number}` }
  }
  return { ...fields, ...unique }
}
