import type { Pattern } from '@fluent/syntax'

/** Placeholder for text that is only known at run time. */
const UNKNOWN = 'x'

/**
 * Names of character references that browsers accept without a semicolon:
 * https://html.spec.whatwg.org/multipage/named-characters.html
 */
const LEGACY_NAMES =
  'AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT Iacute Icirc Igrave Iuml ' +
  'LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN Uacute Ucirc Ugrave Uuml Yacute aacute acirc acute ' +
  'aelig agrave amp aring atilde auml brvbar ccedil cedil cent copy curren deg divide eacute ecirc egrave eth euml ' +
  'frac12 frac14 frac34 gt iacute icirc iexcl igrave iquest iuml laquo lt macr micro middot nbsp not ntilde oacute ' +
  'ocirc ograve ordf ordm oslash otilde ouml para plusmn pound quot raquo reg sect shy sup1 sup2 sup3 szlig thorn ' +
  'times uacute ucirc ugrave uml uuml yacute yen yuml'

/** Matches unterminated character references that browsers replace, preferring the longest name. */
const UNENDED = new RegExp(
  `&(?:#(?:[0-9]+|[xX][0-9a-fA-F]+)(?![0-9a-fA-F;])|(?![A-Za-z0-9]+;)(?:${LEGACY_NAMES.replaceAll(' ', '|')}))`,
)
const TAG =
  /<(\/?)([A-Za-z][^\s/>"'<]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>|<(?=[A-Za-z/!?])/g
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/

/**
 * Describes the first error of a value as HTML, in words that follow "holds"; undefined if browsers would lose nothing.
 */
export function faultOf(pattern: Pattern): string | undefined {
  for (const text of textsOf(pattern)) {
    const reference = UNENDED.exec(text)
    if (reference) return `\`${reference[0]}\`, which browsers take for a character reference`
    const { fault } = tagsIn(text)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Returns the tags of a value with their attributes, in a fixed order. */
export function tagsOf(pattern: Pattern): readonly string[] {
  return tagsIn(textsOf(pattern)[0] ?? '').tags
}

function tagsIn(text: string): { tags: string[]; fault?: string } {
  const tags: string[] = []
  const open: string[] = []
  for (const [tag, slash, written, attributes = ''] of text.matchAll(TAG)) {
    if (written === undefined) return { tags, fault: '`<` that begins no whole tag' }
    const name = written.toLowerCase()
    if (slash === '') {
      tags.push(`${name} ${attributes.trim().split(/\s+/).sort().join(' ')}`)
      if (!VOID.test(name)) open.push(name)
    } else if (open.pop() !== name) return { tags, fault: `\`${tag}\` without its start tag` }
  }
  const unclosed = open.pop()
  return unclosed === undefined
    ? { tags: tags.sort() }
    : { tags, fault: `\`<${unclosed}>\` without its end tag` }
}

/** Returns the text with all default variants, then the text of every other variant. */
function textsOf(pattern: Pattern): string[] {
  const others: string[] = []
  const parts = pattern.elements.map((element) => {
    if (element.type === 'TextElement') return element.value
    const { expression } = element
    if (expression.type === 'StringLiteral') return expression.value
    if (expression.type !== 'SelectExpression') return UNKNOWN
    let shown = UNKNOWN
    for (const { default: isDefault, value } of expression.variants) {
      const [first = '', ...inner] = textsOf(value)
      if (isDefault) shown = first
      else others.push(first)
      others.push(...inner)
    }
    return shown
  })
  return [parts.join(''), ...others]
}
