import type { ComponentConfig } from '../config/config.ts'
import type { Translation } from './model.ts'
import { contextOf, sourceForms } from './unit.ts'

/** What people know a unit by: its key, or its source text where files hold both languages. */
export function unitName({ component, units }: Translation, row: number): string {
  const content = units()
  return nameFor(component.config, {
    context: contextOf(content, row),
    source: sourceForms(content, row)[0] ?? '',
  })
}

/** The same of a unit that need not be there any more. */
export function nameFor(
  { template }: Pick<ComponentConfig, 'template'>,
  { context, source }: { readonly context: string; readonly source: string },
): string {
  return template === '' ? source || context : context || source
}
