/**
 * A path, which a query may follow, without that of the origin in front: a proxy that serves below a path may strip it
 * from requests or leave it.
 */
export function withoutBase(target: string, origin: string): string {
  const base = /^[a-z]+:\/\/[^/]*(\/.*)$/.exec(origin)?.[1]
  if (base === undefined || !target.startsWith(base)) return target
  const rest = target.slice(base.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : target
}
