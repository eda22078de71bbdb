import type { SourceTable } from '../model/unit.ts'

/** Most translations share the current source table; a few have an older one. */
const MAX_TABLES = 4

/** The source tables that a component's bilingual translations used last; the next translation mostly shares one. */
export class RecentTables {
  #tables: readonly WeakRef<SourceTable>[] = []

  /** Returns the tables that are still in memory. */
  list(): readonly SourceTable[] {
    return this.#tables.flatMap((table) => table.deref() ?? [])
  }

  readonly add = (table: SourceTable): void => {
    const others = this.#tables.filter((other) => other.deref() !== table)
    this.#tables = [new WeakRef(table), ...others].slice(0, MAX_TABLES)
  }
}
