import type { SourceTable } from '../unit.ts'

/** The source tables that a component's bilingual translations used last; the next translation mostly shares one. */
export interface RecentTables {
  /** Returns the tables that are still in memory. */
  list(): readonly SourceTable[]
  add(table: SourceTable): void
}

/** Most translations share the current source table; a few have an older one. */
const MAX_TABLES = 4

export function createRecentTables(): RecentTables {
  let tables: readonly WeakRef<SourceTable>[] = []
  return {
    list: () => tables.flatMap((table) => table.deref() ?? []),
    add(table) {
      const others = tables.filter((other) => other.deref() !== table)
      tables = [new WeakRef(table), ...others].slice(0, MAX_TABLES)
    },
  }
}
