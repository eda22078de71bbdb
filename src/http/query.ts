/** The parameters of a request. Of one that is given several times the last counts, as in Django. */
export class Query extends URLSearchParams {
  override get(name: string): string | null {
    return this.getAll(name).at(-1) ?? null
  }
}
