import { inVersion, type WeblateVersion } from '../weblate-version.ts'
import type { Check, CheckDescription } from './check.ts'
import { allCheckIds, describeCheck } from './descriptions.ts'
import { fluentChecks } from './fluent/fluent.ts'
import { glossaryChecks } from './glossary/glossary.ts'
import { icuChecks } from './icu/icu.ts'
import { aroundTagsCheck } from './markup/around-tags.ts'
import { asciidocCheck } from './markup/asciidoc.ts'
import { bbcodeCheck } from './markup/bbcode.ts'
import { markdownChecks } from './markup/markdown-checks.ts'
import { mdxCheck } from './markup/mdx.ts'
import { rstChecks } from './markup/rst.ts'
import { safeHtmlCheck } from './markup/safe-html.ts'
import { urlCheck } from './markup/url.ts'
import { xmlChecks } from './markup/xml-checks.ts'
import { acceleratorCheck } from './placeholders/accelerator.ts'
import { formatStringChecks } from './placeholders/format-strings.ts'
import { placeholderChecks } from './placeholders/placeholders.ts'
import { strayPercent } from './placeholders/stray-percent.ts'
import { ownPluralChecks, pluralChecks } from './plurals/plurals.ts'
import { punctuationChecks } from './punctuation/end.ts'
import { bidiControl } from './safety/bidi-control.ts'
import { mixedScript } from './safety/mixed-script.ts'
import { newLink } from './safety/new-link.ts'
import { unsafeMarkup } from './safety/unsafe-markup.ts'
import { sourceChecks } from './source/source.ts'
import { newlineChecks } from './whitespace/newlines.ts'
import { spacingChecks } from './whitespace/spaces.ts'
import { capitalsCheck } from './wording/capitals.ts'
import { maxLengthCheck, maxLinesCheck, sourceMaxLengthCheck } from './wording/max-length.ts'
import { repeatedWordsCheck } from './wording/repeated-words.ts'
import { sameCheck } from './wording/same.ts'
import { scriptChecks } from './wording/script.ts'

/** Weblate's checks of single units, in the default order. */
export const checks: readonly Check[] = [
  ...[sameCheck, ...punctuationChecks, ...spacingChecks, ...newlineChecks],
  ...[maxLengthCheck, sourceMaxLengthCheck, maxLinesCheck, capitalsCheck, ...scriptChecks],
  ...[repeatedWordsCheck, acceleratorCheck, ...formatStringChecks, ...icuChecks, ...pluralChecks],
  ...[bbcodeCheck, ...xmlChecks, aroundTagsCheck, ...markdownChecks, urlCheck, safeHtmlCheck],
  ...[...rstChecks, asciidocCheck, mdxCheck, ...placeholderChecks, ...sourceChecks],
  ...[...glossaryChecks, ...fluentChecks],
].sort((a, b) => allCheckIds.indexOf(a.id) - allCheckIds.indexOf(b.id))

/** gitglot's own checks, which Weblate's API does not report. */
export const ownChecks: readonly Check[] = [
  ...ownPluralChecks,
  ...[strayPercent, unsafeMarkup, newLink, bidiControl, mixedScript],
]

/**
 * Checks of single units by id, including those that only one version of Weblate has, as 5.14 runs them; see `checkOf`.
 */
export const checksById: ReadonlyMap<string, Check> = new Map(
  [...checks, ...ownChecks].map((check) => [check.id, check]),
)

/** Returns the check with an id, as it applies in a version of Weblate. */
export function checkOf(id: string, weblate: WeblateVersion): Check | undefined {
  const check = checksById.get(id)
  return check && inVersion(check, weblate)
}

/**
 * All checks by id in the default order. Of those that compare units, `translated` and `long_untranslated` never fail,
 * since they need a past that Git does not record.
 */
export const descriptionsById: ReadonlyMap<string, CheckDescription> = new Map(
  allCheckIds.map((id) => [id, checksById.get(id) ?? describeCheck(id)]),
)
