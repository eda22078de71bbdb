import type { Check } from '../check.ts'
import { aroundTagsCheck } from './around-tags.ts'
import { asciidocCheck } from './asciidoc.ts'
import { bbcodeCheck } from './bbcode.ts'
import { markdownChecks } from './markdown-checks.ts'
import { mdxCheck } from './mdx.ts'
import { rstChecks } from './rst.ts'
import { safeHtmlCheck } from './safe-html.ts'
import { urlCheck } from './url.ts'
import { xmlChecks } from './xml-checks.ts'

/** The checks of XML, HTML, Markdown, BBCode and addresses. */
export const markupChecks: readonly Check[] = [
  ...xmlChecks,
  aroundTagsCheck,
  safeHtmlCheck,
  ...rstChecks,
  asciidocCheck,
  mdxCheck,
  ...markdownChecks,
  bbcodeCheck,
  urlCheck,
]
