const first =
  ':A-Z_a-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f' +
  '\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}'
const rest = `${first}\\-.0-9\\xb7\\u0300-\\u036f\\u203f\\u2040`
const name = new RegExp(`[${first}][${rest}]*`, 'uy')

/** Where the XML name ends that starts here; `start` itself when none does. */
export function nameEnd(text: string, start: number): number {
  name.lastIndex = start
  return name.test(text) ? name.lastIndex : start
}

/** Prefix and local part of a name; undefined when one of them is no name or there are two colons. */
export function splitName(
  label: string,
): { readonly prefix: string; readonly local: string } | undefined {
  const colon = label.indexOf(':')
  if (colon < 0) return { prefix: '', local: label }
  const local = label.slice(colon + 1)
  if (colon === 0 || local === '' || local.includes(':')) return undefined
  if (nameEnd(label, colon + 1) !== label.length) return undefined
  return { prefix: label.slice(0, colon), local }
}

const declaration =
  /<\?xml[\t\n\r ]+version[\t\n\r ]*=[\t\n\r ]*(?:"1\.\d+"|'1\.\d+')(?:[\t\n\r ]+encoding[\t\n\r ]*=[\t\n\r ]*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:[\t\n\r ]+standalone[\t\n\r ]*=[\t\n\r ]*(?:"(?:yes|no)"|'(?:yes|no)'))?[\t\n\r ]*\?>/y

/** Where the XML declaration ends; 0 without one. */
export function xmlDeclarationEnd(text: string): number {
  declaration.lastIndex = 0
  return declaration.test(text) ? declaration.lastIndex : 0
}

const typeStart =
  /<!DOCTYPE[\t\n\r ]+[^\t\n\r >[<"']+(?:[\t\n\r ]+(?:SYSTEM|PUBLIC[\t\n\r ]+(?:"[^"]*"|'[^']*'))[\t\n\r ]+(?:"[^"]*"|'[^']*'))?[\t\n\r ]*/y
const subsetPart = /[^\]"'<]+|"[^"]*"|'[^']*'|<!--[\s\S]*?-->|<(?!!--)/y
const typeEnd = /[\t\n\r ]*>/y

/** Where the document type declaration ends that starts here, -1 when none does. Its subset is passed over. */
export function documentTypeEnd(text: string, start: number): number {
  typeStart.lastIndex = start
  if (!typeStart.test(text)) return -1
  let at = typeStart.lastIndex
  if (text[at] === '[') {
    at++
    for (subsetPart.lastIndex = at; subsetPart.test(text); ) at = subsetPart.lastIndex
    if (text[at] !== ']') return -1
    at++
  }
  typeEnd.lastIndex = at
  return typeEnd.test(text) ? typeEnd.lastIndex : -1
}
