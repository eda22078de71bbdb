import type { Check } from './check.ts'
import { bbcodeCheck } from './markup/bbcode.ts'
import { markdownChecks } from './markup/markdown-checks.ts'
import { safeHtmlCheck } from './markup/safe-html.ts'
import { urlCheck } from './markup/url.ts'
import { xmlChecks } from './markup/xml-checks.ts'

/** The checks of XML, HTML, Markdown, BBCode and addresses. */
export const markupChecks: readonly Check[] = [
  ...xmlChecks,
  safeHtmlCheck,
  ...markdownChecks,
  bbcodeCheck,
  urlCheck,
]
