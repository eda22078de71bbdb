/**
 * Formats a location in the program, `file:line`. `join` makes one object in memory; concatenation makes three that
 * live as long as the entry.
 */
export function joinLocation(file: string, line: string): string {
  return [file, line].join(':')
}
