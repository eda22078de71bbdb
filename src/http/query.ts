/** The parameters of a request. Of one that is given several times the last counts, as in Django. */
export class Query extends URLSearchParams {
  override get(name: string): string | null {
    return this.getAll(name).at(-1) ?? null
  }
}

/** A number as Python's `int` takes it, of ASCII digits; undefined for anything else. */
export function parseInteger(text: string | null): number | undefined {
  return text !== null && /^\s*[+-]?[0-9]+\s*$/.test(text) ? Number(text) : undefined
}
