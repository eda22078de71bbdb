/** The oldest version with everything that gitglot imports, as in `engines` of package.json. */
export const MIN_NODE = '20.15'

/** Returns why a version of Node cannot run gitglot; undefined if it can. */
export function tooOld(version: string): string | undefined {
  if (!isBefore(version, MIN_NODE)) return undefined
  return `gitglot needs Node ${MIN_NODE} or newer; this is Node ${version}`
}

/** Returns whether a version is older than `major.minor`. */
export function isBefore(version: string, least: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = least.split('.').map(Number)
  return major < leastMajor || (major === leastMajor && minor < leastMinor)
}
