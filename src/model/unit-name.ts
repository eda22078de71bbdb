import type { ComponentConfig } from '../config/config.ts'
import type { Translation } from './model.ts'
import { contextOf, sourceForms } from './unit.ts'

/** Returns the name that people know a unit by: its key, or its source text if files hold both languages. */
export function unitName({ component, units }: Translation, row: number): string {
  const content = units()
  return nameFor(component.config, {
    context: contextOf(content, row),
    source: sourceForms(content, row)[0] ?? '',
  })
}

/** Returns the same for a unit that may no longer exist. */
export function nameFor(
  { template }: ComponentConfig,
  { context, source }: { readonly context: string; readonly source: string },
): string {
  return template === '' ? source || context : context || source
}
