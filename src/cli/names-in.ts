/** The names in a comma-separated list; undefined without a list. */
export function namesIn(list: string | undefined): string[] | undefined {
  return list?.split(',').flatMap((name) => name.trim() || [])
}
