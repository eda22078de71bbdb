import { templateRule } from '../template-discovery.ts'

const COMMENT = /^\s*(?:[;#[].*)?$/
const TEXT = /^\s*[A-Z0-9_.-]+\s*=\s*".*"\s*$/
const SECTION = /^\s*\[[^\]]*\]\s*$/
const KEY = /^\s*[^\s=;#[][^=]*=/

/** Discovers Joomla's language files, and other files of keys and texts without sections. */
export const joomlaDiscovery = templateRule({
  files: /\.(?:ini|lng)$/i,
  dataMasks: /\*/,
  formatOf: ([template = ''], contents) =>
    isJoomla(contents.text(template) ?? '') ? 'joomla' : undefined,
})

/**
 * Returns whether Joomla can read a text: keys in capitals with texts in quotes, or any keys if there are no sections.
 */
export function isJoomla(text: string): boolean {
  const lines = text.split(/\r?\n/)
  const entries = lines.filter((line) => !COMMENT.test(line))
  const isEach = (pattern: RegExp): boolean => entries.every((line) => pattern.test(line))
  const hasSections = lines.some((line) => SECTION.test(line))
  return entries.length > 0 && (isEach(TEXT) || (!hasSections && isEach(KEY)))
}
