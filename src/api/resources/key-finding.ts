import type { Component } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import { repowebLink } from '../../catalog/repoweb.ts'
import { unitId } from '../../catalog/view/unit-id.ts'
import { sourceOf } from '../../catalog/view/view.ts'
import type { KeyFinding } from '../../facts/key-findings.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'

export const KEY_FINDING = s.resource('KeyFinding', 'A key that no template or no code has.', {
  component: s.STRING,
  rule: s.oneOf('unused-key', 'undefined-key'),
  key: s.STRING,
  message: s.described(s.STRING, 'One sentence.'),
  filename: s.described(
    s.STRING,
    'The code that asks for an undefined key; the template of an unused one.',
  ),
  line: s.described(s.nullable(s.INTEGER), 'Starts at 1; null in a template.'),
  column: s.described(s.nullable(s.INTEGER), 'UTF-16 units, starts at 1; null in a template.'),
  unit: s.described(s.nullable(s.LINK), 'The source string of an unused key.'),
  file_url: s.described(
    s.nullable(s.LINK),
    'Address of the line at the shown commit, from `repoweb`.',
  ),
})

/** A finding of a component. */
export function keyFindingResource(
  { row, ...finding }: KeyFinding,
  component: Component,
  links: Links,
): s.JsonOf<typeof KEY_FINDING> {
  const source = sourceOf(component)
  const { filename, line } = finding
  const place = { filename, line: line ?? undefined }
  return {
    component: placeOf(component),
    ...finding,
    unit:
      source === undefined || row === undefined ? null : links.api(`units/${unitId(source, row)}/`),
    file_url: repowebLink(component, place) ?? null,
  }
}
