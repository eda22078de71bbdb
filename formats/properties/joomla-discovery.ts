import { templateRule } from '../template-discovery.ts'

const COMMENT = /^\s*(?:[;#[].*)?$/
const TEXT = /^[A-Z0-9_.-]+\s*=\s*".*"\s*$/

/** Joomla's language files, which hold nothing but keys in capitals with texts in quotes. */
export const joomlaDiscovery = templateRule({
  files: /\.ini$/i,
  masks: /\*/,
  formatOf([template = ''], contents) {
    const lines = (contents.text(template) ?? '').split(/\r?\n/)
    const texts = lines.filter((line) => !COMMENT.test(line))
    return texts.length > 0 && texts.every((line) => TEXT.test(line)) ? 'joomla' : undefined
  },
})
