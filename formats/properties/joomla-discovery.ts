import { templateRule } from '../template-discovery.ts'

const COMMENT = /^\s*(?:[;#[].*)?$/
const TEXT = /^[A-Z0-9_.-]+\s*=\s*".*"\s*$/

/** Joomla's language files, which hold nothing but keys in capitals with texts in quotes. */
export const joomlaDiscovery = templateRule({
  files: /\.ini$/i,
  masks: /\*/,
  formatOf: ([template = ''], contents) =>
    isJoomla(contents.text(template) ?? '') ? 'joomla' : undefined,
})

/** Whether a text has what Joomla reads alone. */
export function isJoomla(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => !COMMENT.test(line))
  return lines.length > 0 && lines.every((line) => TEXT.test(line))
}
