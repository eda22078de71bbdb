import type { Alert, Component } from './model.ts'
import { repowebLink } from './repoweb.ts'

/** Where an alert points: a line of a file of the component, and its page on the web; undefined where it names none. */
export function placeOfAlert(
  component: Component,
  { filename, message }: Alert,
): { readonly line: number | undefined; readonly link: string | undefined } {
  if (filename === '') return { line: undefined, link: undefined }
  const start = `${filename}:`
  const found = message.startsWith(start) ? /^[1-9][0-9]*/.exec(message.slice(start.length)) : null
  const line = found === null ? undefined : Number(found[0])
  return { line, link: repowebLink(component, { filename, line }) }
}
