import type { App } from '../../src/app.ts'

/** The text of a page as people read it: without markup, one space between words. */
export async function textOf(app: Pick<App, 'request'>, path: string): Promise<string> {
  const html = await (await app.request(path)).text()
  return readable(html)
}

/** What `textOf` makes of HTML. */
export function readable(html: string): string {
  const body = html.replace(/^.*<main[^>]*>/s, '').replace(/<footer.*$/s, '')
  return decodeEntities(body.replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .replace(/ ([.,:])/g, '$1')
    .trim()
}

/** All addresses in the links, forms and files of some HTML. */
export function addressesIn(html: string): string[] {
  return [...html.matchAll(/ (?:href|src|action|property="og:image" content)="([^"]*)"/g)].map(
    ([, address = '']) => decodeEntities(address),
  )
}

function decodeEntities(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
