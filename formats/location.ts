/**
 * A place in the program, `file:line`. Joined, it is one object in memory; concatenated it would be three, all of which
 * live as long as their entry.
 */
export function joinLocation(file: string, line: string): string {
  return [file, line].join(':')
}
