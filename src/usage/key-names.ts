import type { ComponentConfig } from '../config/config.ts'

/** Formats whose keys are positions in a document rather than names used in code. */
const WITHOUT_NAMES = /^(?:document|appstore|xwiki-(?:page|fullpage)|php-sources|tbx|tmx|islu)/

/** Keys that a framework uses implicitly, by format, path and prefix. */
const IMPLICIT = [
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

/** Returns whether code refers to the keys of a component by name. */
export function hasNamedKeys({ fileFormat, template, isGlossary }: ComponentConfig): boolean {
  return template !== '' && !isGlossary && !WITHOUT_NAMES.test(fileFormat)
}

/** Returns a key as code writes it: `menu.open` for `menu->open` in YAML and `$texts['menu']['open']` in PHP. */
export function nameOfKey(key: string, fileFormat: string): string {
  if (fileFormat === 'aresource') return key.replaceAll('.', '_')
  if (fileFormat === 'stringsdict') return key.replace(/:\w+$/, '')
  if (fileFormat === 'xcstrings') return key.replace(/\|==\|.*$/s, '')
  if (fileFormat.endsWith('yaml')) return key.replaceAll('->[', '[').replaceAll('->', '.')
  if (!/^(?:php|laravel)$/.test(fileFormat)) return key
  const path = key.replace(/^(?:return|define\(\s*|\$\w+)(?=[['"-])/, '')
  return path
    .split(/(?:['"[\]]|->)+/)
    .filter(Boolean)
    .join('.')
}

/** Returns whether a framework uses a key of this name although no code names it. */
export function isImplicit(name: string, { fileFormat, template }: ComponentConfig): boolean {
  return IMPLICIT.some(
    (keys) => keys.format.test(fileFormat) && keys.path.test(template) && keys.key.test(name),
  )
}

/**
 * Returns the names by which code may refer to a key of this name: itself; without a list index, plural suffix or
 * context (see `isKey`); or without its last part, if one name stands for several texts of an element.
 */
export function namesOfKey(
  name: string,
  fileFormat: string,
  isKey: (name: string) => boolean,
): string[] {
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
