import nodePath, { type PlatformPath } from 'node:path'

/** Returns whether a path is a folder or lies in it, by the path rules of this system or a given one. */
export function isBelow(
  folder: string,
  path: string,
  { isAbsolute, relative, sep }: PlatformPath = nodePath,
): boolean {
  const way = relative(folder, path)
  // Between drives, no relative path exists.
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
