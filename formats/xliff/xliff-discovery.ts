import type { DiscoveryRule } from '../discovery.ts'
import { bilingualRule } from '../xml/bilingual-rule.ts'

/** Components of XLIFF: `xliff` where texts have markup, `poxliff` where gettext's plurals are, else `plainxliff`. */
export const xliffDiscovery: DiscoveryRule = bilingualRule({
  files: /\.(?:xlf|xliff|poxliff)$/i,
  judge(texts) {
    const has = (pattern: RegExp): boolean => texts.some((text) => pattern.test(text))
    if (texts.some((text) => !/<(?:\w+:)?xliff[\s>]/.test(text))) return undefined
    if (has(/<(?:\w+:)?xliff\s[^<>]*version\s*=\s*["']2/)) return 'XLIFF 2 is not supported.'
    if (has(/x-gettext-plurals/)) return { format: 'poxliff' }
    const isRich = has(/<(?:source|target)(?:\s[^<>]*)?>[^<]*<(?!\/|!)/)
    return { format: isRich ? 'xliff' : 'plainxliff' }
  },
  sourceLanguage: /<(?:\w+:)?file\s[^<>]*?\bsource-language\s*=\s*["']([^"'>]*)/,
  language: /<(?:\w+:)?file\s[^<>]*?\btarget-language\s*=\s*["']([^"'>]*)/,
})
