import { type DiscoveredComponent, type Discovery, discover } from '../../src/discovery/discover.ts'

/** Discovers components in a tree of texts and bytes; other values become JSON. */
export function discoverIn(tree: Readonly<Record<string, unknown>>): Discovery {
  return discover({
    paths: Object.keys(tree),
    read: (path) => {
      const value = tree[path]
      if (Buffer.isBuffer(value)) return value
      return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
    },
  })
}

/** Discovered components, one line each: `json i18n/*.json en.json`. */
export function foundIn(tree: Readonly<Record<string, unknown>>): string[] {
  return discoverIn(tree).components.map(({ fileFormat, filemask, template }) =>
    [fileFormat, filemask, template].filter(Boolean).join(' '),
  )
}

/** Chosen settings of the only component. */
export function onlyIn<K extends keyof DiscoveredComponent>(
  tree: Readonly<Record<string, unknown>>,
  ...fields: readonly K[]
): Pick<DiscoveredComponent, K> {
  const { components } = discoverIn(tree)
  const [only] = components
  if (only === undefined || components.length !== 1) {
    throw new Error(`expected one component, found ${components.length}`)
  }
  // The object has exactly these fields.
  return Object.fromEntries(fields.map((field) => [field, only[field]])) as Pick<
    DiscoveredComponent,
    K
  >
}
