import type { ComponentConfig } from '../config/config.ts'

type Named = Pick<ComponentConfig, 'fileFormat' | 'template'>

/** Formats whose keys are places in a document, not names that code uses. */
const WITHOUT_NAMES = /^(?:document|appstore|xwiki-(?:page|fullpage)|php-sources|tbx|tmx|islu)/

/** Keys that a framework uses by itself: of files in a format, with such a path, by their beginning. */
const IMPLICIT: readonly {
  readonly format: RegExp
  readonly path: RegExp
  readonly key: RegExp
}[] = [
  {
    format: /^ruby-yaml$/,
    path: /^/,
    key: /^(?:active(?:record|model)|attributes|helpers|date|time|datetime|number|errors|support|i18n|views|simple_form|devise|doorkeeper|will_paginate|pagy|kaminari|faker)\./,
  },
  {
    format: /^(?:php|laravel)$/,
    path: /(?:^|\/)(?:validation|passwords|auth|pagination)\.php$/,
    key: /^/,
  },
  { format: /^strings/, path: /(?:^|\/)InfoPlist\.strings$/, key: /^/ },
]

/** Whether code names the keys of a component. */
export function hasNamedKeys({
  fileFormat,
  template,
  isGlossary,
}: Named & Pick<ComponentConfig, 'isGlossary'>): boolean {
  return template !== '' && !isGlossary && !WITHOUT_NAMES.test(fileFormat)
}

/** Whether a framework uses the key although no code names it. */
export function isImplicit(key: string, { fileFormat, template }: Named): boolean {
  return IMPLICIT.some(
    (keys) => keys.format.test(fileFormat) && keys.path.test(template) && keys.key.test(key),
  )
}

/**
 * The names by which code may know a key: itself, without the index of a list, the suffix of a plural or a context
 * (`isKey` says of what), or, where one name stands for several texts of an element, without the last part.
 */
export function namesOfKey(
  key: string,
  fileFormat: string,
  isKey: (key: string) => boolean,
): string[] {
  const name = fileFormat === 'aresource' ? key.replaceAll('.', '_') : key
  const names = [name]
  if (name.includes('[')) names.push(name.replace(/\[\d+\].*$/, ''))
  const [suffix = '', separator] = /([_.])(?:zero|one|two|few|many|other)$/.exec(name) ?? []
  const stem = name.slice(0, name.length - suffix.length)
  if (separator !== undefined && isKey(`${stem}${separator}other`)) names.push(stem)
  const context = name.replace(/_[a-zA-Z\d]+$/, '')
  if (/^(?:i18next|json)/.test(fileFormat) && isKey(context)) names.push(context)
  if (/^(?:resx|resjson|fluent|strings)/.test(fileFormat))
    names.push(name.replace(/[./][^./]+$/, ''))
  return [...new Set(names)]
}
