/** How XML writes what it cannot take as it is: in texts `&`, `<`, `>` and CR, in values of attributes all of them. */
export const XML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
