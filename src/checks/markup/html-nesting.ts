import type { HtmlVocabulary } from './html-source.ts'

/**
 * An open element, with the restrictions imposed by its ancestors. https://html.spec.whatwg.org/multipage/parsing.html
 */
export interface OpenHtml {
  readonly name: string
  readonly space: 'html' | 'svg' | 'math'
  /** Whether the parser adds the element and the sanitizer removes it. */
  readonly isImplied: boolean
  /** Elements that another element of the same kind, or a block inside `p`, would close. */
  readonly closable: ReadonlySet<string>
}

/** A start tag to be added to the open elements. */
interface StartTag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

/** The context element of the parser. */
export const htmlRoot: OpenHtml = {
  name: 'div',
  space: 'html',
  isImplied: false,
  closable: new Set(),
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Elements without content and end tag. */
export const voidElements: ReadonlySet<string> = words(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
)
const closesParagraph = words(
  'address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 ' +
    'h3 h4 h5 h6 header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp',
)
const neverAllowed = words(
  'html head body frame frameset image caption col colgroup tbody td tfoot th thead tr plaintext',
)
const headings = words('h1 h2 h3 h4 h5 h6')
const scopes = words('applet caption html table td th marquee object template')
/** Elements in `svg` and `math` that may contain HTML. */
const foreignScopes = words('mi mo mn ms mtext annotation-xml desc title')
const formattingScopes = words('applet caption marquee object td template th')
const special = words(
  'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd ' +
    'details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header ' +
    'hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ' +
    'ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot ' +
    'th thead title tr track ul wbr xmp',
)
const impliedEnds = words('dd dt li optgroup option p rb rp rt rtc')
const inTables = words('style script template')
const tableParts = words('caption col colgroup tbody tfoot thead')
const rowGroups = words('tbody tfoot thead')
const breaksOut = words(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ' +
    'ol p pre ruby s small span strong strike sub sup table tt u ul var',
)
const mathText = words('mi mo mn ms mtext')

/** Returns whether the parser would move text other than white space out of the element. */
export function refusesText({ name, space }: OpenHtml): boolean {
  return space === 'html' && /^(?:table|tbody|thead|tfoot|tr|colgroup)$/.test(name)
}

/**
 * Returns whether the parser places the element at its tag without closing, moving or adding an element that the
 * sanitizer keeps. Updates the open elements with implied ones, which the sanitizer removes.
 */
export function isInPlace(open: OpenHtml[], tag: StartTag, allowed: HtmlVocabulary): boolean {
  const parent = open.at(-1) ?? htmlRoot
  if (isForeign(parent, tag)) {
    const isFont =
      tag.name === 'font' && ['color', 'face', 'size'].some((each) => tag.attributes.has(each))
    return !breaksOut.has(tag.name) && !isFont
  }
  if (refusesText(parent)) return isInTable(open, tag, allowed)
  return isInBody(parent, tag.name)
}

/** Returns an element for the list of open ones. */
export function openHtml(parent: OpenHtml, tag: StartTag): OpenHtml {
  const { name } = tag
  const space = isForeign(parent, tag)
    ? parent.space
    : name === 'svg' || name === 'math'
      ? name
      : 'html'
  return { name, space, isImplied: false, closable: closableIn(parent.closable, name, space) }
}

/** Returns what remains closable inside an element, including the element. */
function closableIn(
  around: ReadonlySet<string>,
  name: string,
  space: OpenHtml['space'],
): ReadonlySet<string> {
  const isHtml = space === 'html'
  const isScope = (isHtml ? scopes : foreignScopes).has(name)
  const isFence = isHtml ? special.has(name) && !/^(?:address|div|p)$/.test(name) : isScope
  const closable = [...around].filter((each) => {
    if (each === 'p') return !isScope && !(isHtml && name === 'button')
    if (each === 'li' || each === 'dd') return !isFence
    if (each === 'a') return !isHtml || !formattingScopes.has(name)
    return each === 'form' || each === 'select' ? !isHtml || name !== 'template' : !isScope
  })
  const closedBy = name === 'dt' ? 'dd' : name
  const adds = isHtml && /^(?:p|li|dd|a|nobr|button|form|ruby|select)$/.test(closedBy)
  if (adds) closable.push(closedBy)
  return closable.length === around.size && (!adds || around.has(closedBy))
    ? around
    : new Set(closable)
}

function isForeign(parent: OpenHtml, { name }: StartTag): boolean {
  if (parent.space === 'html') return false
  if (parent.space === 'svg') return parent.name !== 'desc' && parent.name !== 'title'
  if (mathText.has(parent.name)) return name === 'mglyph' || name === 'malignmark'
  return parent.name !== 'annotation-xml' || name !== 'svg'
}

function isInBody({ name: parent, closable }: OpenHtml, name: string): boolean {
  if (neverAllowed.has(name)) return false
  if (closable.has('select')) return isInSelect(parent, name)
  if (closesParagraph.has(name) && closable.has('p')) return false
  if (headings.has(name) && headings.has(parent)) return false
  if (name === 'option' || name === 'optgroup') return parent !== 'option'
  if (/^(?:rb|rp|rt|rtc)$/.test(name) && closable.has('ruby')) {
    return !impliedEnds.has(parent) || (parent === 'rtc' && (name === 'rp' || name === 'rt'))
  }
  const closedBy = name === 'dt' ? 'dd' : name
  return !/^(?:li|dd|a|nobr|button|form)$/.test(closedBy) || !closable.has(closedBy)
}

function isInSelect(parent: string, name: string): boolean {
  if (name === 'option') return parent !== 'option'
  if (name === 'optgroup' || name === 'hr') return parent !== 'option' && parent !== 'optgroup'
  return name === 'script' || name === 'template'
}

function isInTable(open: OpenHtml[], tag: StartTag, allowed: HtmlVocabulary): boolean {
  for (;;) {
    const parent = open.at(-1) ?? htmlRoot
    const step = tableStep(parent.name, tag)
    if (step === 'here') return true
    if (step === 'never') return false
    if (step === 'close') {
      if (!parent.isImplied) return false
      open.pop()
    } else {
      if (allowed.has(step.add)) return false
      const closable = closableIn(parent.closable, step.add, 'html')
      open.push({ name: step.add, space: 'html', isImplied: true, closable })
    }
  }
}

type TableStep = 'here' | 'never' | 'close' | { readonly add: string }

/** Returns the parser's first action for a start tag inside a part of a table. */
function tableStep(parent: string, { name, attributes }: StartTag): TableStep {
  if (parent === 'colgroup') return name === 'col' || name === 'template' ? 'here' : 'close'
  const isHidden = name === 'input' && attributes.get('type')?.toLowerCase() === 'hidden'
  if (inTables.has(name) || isHidden) return 'here'
  const isCell = name === 'td' || name === 'th'
  if (parent === 'tr') {
    if (isCell) return 'here'
    return tableParts.has(name) || name === 'tr' ? 'close' : 'never'
  }
  if (rowGroups.has(parent)) {
    if (name === 'tr') return 'here'
    if (isCell) return { add: 'tr' }
    return tableParts.has(name) ? 'close' : 'never'
  }
  if (name === 'col') return { add: 'colgroup' }
  if (tableParts.has(name)) return 'here'
  return isCell || name === 'tr' ? { add: 'tbody' } : 'never'
}
