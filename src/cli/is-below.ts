import nodePath, { type PlatformPath } from 'node:path'

/** Whether a path is a folder or lies in it, by the rules of this system or of the one given. */
export function isBelow(
  folder: string,
  path: string,
  { isAbsolute, relative, sep }: PlatformPath = nodePath,
): boolean {
  const way = relative(folder, path)
  // From one drive to another there is no relative path.
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
