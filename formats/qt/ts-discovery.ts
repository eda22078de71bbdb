import type { DiscoveryRule } from '../discovery.ts'
import { bilingualRule } from '../xml/bilingual-rule.ts'

/** Components of Qt's files; most files that end with `.ts` are programs in TypeScript. */
export const tsDiscovery: DiscoveryRule = bilingualRule({
  files: /\.ts$/,
  judge: (texts) => (texts.every((text) => /<TS[\s>]/.test(text)) ? { format: 'ts' } : undefined),
  sourceLanguage: /<TS\s[^<>]*?\bsourcelanguage\s*=\s*["']([^"'>]*)/,
  language: /<TS\s(?:[^<>]*?\s)?language\s*=\s*["']([^"'>]*)/,
})
