import type { Check } from '../check.ts'
import { bbcodeCheck } from './bbcode.ts'
import { markdownChecks } from './markdown-checks.ts'
import { safeHtmlCheck } from './safe-html.ts'
import { urlCheck } from './url.ts'
import { xmlChecks } from './xml-checks.ts'

/** The checks of XML, HTML, Markdown, BBCode and addresses. */
export const markupChecks: readonly Check[] = [
  ...xmlChecks,
  safeHtmlCheck,
  ...markdownChecks,
  bbcodeCheck,
  urlCheck,
]
