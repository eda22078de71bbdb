import { descriptionsById } from '../../checks/registry.ts'
import { findWorkTree } from '../../git/work-tree.ts'
import { placeOf } from '../../model/paths.ts'
import type { NameKind } from '../command.ts'
import { findReadTarget, readSelected } from '../read-selected.ts'
import { withRepository } from '../repository.ts'

/** Names with other characters, which repositories may contain, could run commands when the shell expands them. */
const SAFE_NAME = /^[\w@+./-]+$/

/** Returns the names of a kind in the current checkout, in order; none if nothing can be read. */
export async function namesOf(kind: NameKind): Promise<string[]> {
  try {
    const names = [...new Set(await readNames(kind))]
    return names.filter((name) => SAFE_NAME.test(name))
  } catch {
    // Completion must not print errors.
    return []
  }
}

async function readNames(kind: NameKind): Promise<Iterable<string>> {
  switch (kind) {
    case 'checks':
      return descriptionsById.keys()
    case 'refs':
      return withRepository(findWorkTree('.') ?? '.', (repository) =>
        repository.listRefs().map(({ name }) => name),
      )
    case 'components':
    case 'languages': {
      const target = await findReadTarget({ operands: [], values: {}, switches: new Set() }, '')
      return readSelected(target, { needs: 'units' }, ({ selected }) => {
        if (kind === 'components') return selected.map(({ component }) => placeOf(component))
        const translations = selected.flatMap((part) => part.translations)
        return translations.map(({ language }) => language.code).sort()
      })
    }
  }
}
