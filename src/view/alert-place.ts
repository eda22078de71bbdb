import type { Alert, Component } from '../model/model.ts'
import { repowebLink } from './repoweb.ts'

/** Returns the line and web page of an alert's file; undefined if it names no file. */
export function placeOfAlert(
  component: Component,
  { filename, at }: Alert,
): { readonly line: number | undefined; readonly link: string | undefined } {
  if (filename === '') return { line: undefined, link: undefined }
  return { line: at?.line, link: repowebLink(component, { filename, line: at?.line }) }
}

/** Returns what an alert says besides its location. */
export function reasonOfAlert({ filename, at, message }: Alert): string {
  const place = at === undefined ? filename : `${filename}:${at.line}:${at.column}`
  return message.startsWith(`${place}: `) ? message.slice(place.length + 2) : message
}
