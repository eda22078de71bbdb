/** The oldest version with everything that gitglot imports, as in `engines` of package.json. */
const [MAJOR, MINOR] = [20, 15]

/** Returns why a version of Node cannot run gitglot; undefined if it can. */
export function tooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return undefined
  return `gitglot needs Node ${MAJOR}.${MINOR} or newer; this is Node ${version}`
}
