/** Splits a comma-separated list of names; undefined without a list. */
export function namesIn(list: string | undefined): string[] | undefined {
  return list?.split(',').flatMap((name) => name.trim() || [])
}
