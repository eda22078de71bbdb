import type { XmlFault } from '../../xml/fault.ts'

/** Says what is wrong with a text that is not well-formed. */
export function explainFault(text: string, { rule, start, end, name }: XmlFault): string {
  const markup = text.slice(start, end)
  const tag = /^<\/?[^\s/>]*/.exec(markup)?.[0] ?? ''
  const subject =
    name === '' ? `The name of \`${tag}>\`` : `The attribute \`${name}\` of \`${tag}>\``
  switch (rule) {
    case 'bare-less-than':
      return `${subject} contains \`<\``
    case 'character':
      return `The character ${name} is not allowed`
    case 'depth':
      return 'The tags are nested too deeply'
    case 'namespace':
      return `${subject} declares no valid namespace`
    case 'prefix':
      return `${subject} has a prefix that is not declared`
    case 'reference':
      return `${subject} contains a \`&\` that starts no entity`
    case 'repeated':
      return `${subject} occurs twice`
    case 'unclosed':
      return `The tag \`${tag}>\` is not closed`
    default:
  }
  if (markup === '') return explainOutside(text.slice(start))
  if (markup.startsWith('&')) return '`&` starts no entity'
  if (markup === ']]>') return '`]]>` stands outside of a CDATA section'
  if (markup.startsWith('<!--')) {
    return rule === 'unclosed-comment' ? 'The comment is not closed' : 'The comment contains `--`'
  }
  if (markup.startsWith('<![')) return 'The CDATA section is not closed'
  if (markup.startsWith('<!')) return '`<!` is not allowed here'
  if (/^<\?xml\b/i.test(markup)) return 'The XML declaration is not at the start'
  if (markup.startsWith('<?')) return 'The processing instruction is broken'
  if (markup.startsWith('</') && markup.endsWith('>')) {
    if (name === '') return `The tag \`${tag}>\` closes nothing`
    return `There is \`${tag}>\` where \`${name}\` is expected`
  }
  if (name !== '' && !markup.startsWith('</')) return `${subject} has no value in quotes`
  return tag === '<' ? '`<` starts no tag' : `The tag \`${tag}\` is broken`
}

/** Of what stands before or behind the root, or in the place of markup. */
function explainOutside(rest: string): string {
  if (rest === '') return 'There is no element'
  if (rest.startsWith('<!')) return '`<!` is not allowed here'
  const root = /^<[^\s/>]+/.exec(rest)?.[0]
  if (root !== undefined) return `\`${root}>\` is a second root element`
  return 'There is text outside of the element'
}
