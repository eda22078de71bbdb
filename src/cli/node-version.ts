/** The oldest that has what gitglot imports, as `engines` of package.json says. */
const [MAJOR, MINOR] = [20, 15]

/** Why a version of Node cannot run gitglot; undefined where it can. */
export function tooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return undefined
  return `gitglot needs Node ${MAJOR}.${MINOR} or newer; this is Node ${version}`
}
