import { type Named, namesCheck } from './compare.ts'

/** Checks that a text in AsciiDoc has the macros and references of its source. */
export const asciidocCheck = namesCheck({
  id: 'asciidoc-markup',
  name: 'AsciiDoc markup',
  description: 'AsciiDoc markup does not match source',
  since: '2026.10',
  enabledBy: ['asciidoc-text'],
  find: findMacros,
})

/**
 * Macros with name and target, references with an id, and addresses with a text. The length limits bound the search.
 */
const MACRO =
  /(?<![\w\\])(?:(?<macro>(?:link|xref|image|menu|kbd|btn|footnote|stem|pass)::?)(?<target>[^\s[\]]{0,500})\[(?<content>[^\]]{0,1000})\]|<<(?<id>[^<>,\n]{1,500})(?:,[^<>\n]{0,500})?>>|(?<address>https?:\/\/[^\s[\]<>]{1,500})\[[^\]]{0,1000}\])/g

function findMacros(text: string): readonly Named[] {
  if (!text.includes('[') && !text.includes('<<')) return []
  return Array.from(text.matchAll(MACRO), ({ index: start, 0: whole, groups = {} }) => {
    return { name: nameOf(groups), start, end: start + whole.length }
  })
}

function nameOf({ macro, target = '', content, id, address }: Record<string, string>): string {
  if (id !== undefined) return `<<${id}>>`
  if (address !== undefined) return `${address}[]`
  return `${macro}${target}[${macro === 'pass:' ? content : ''}]`
}
