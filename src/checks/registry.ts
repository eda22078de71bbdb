import type { Check, CheckDescription } from './check.ts'
import { batchChecks } from './consistency/batch.ts'
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

/** Returns the address of a check's documentation in Weblate 5.14, whose behavior the checks follow. */
export function documentationOf({ id }: CheckDescription): string {
  const anchor = `check-${id.replaceAll('_', '-')}`
  return `https://docs.weblate.org/en/weblate-5.14.3/user/checks.html#${anchor}`
}

/** Ids of Weblate's checks in the default order. Includes the five that compare units, which are not in `checks`. */
export const checkOrder: readonly string[] = [
  ...['same', 'accelerator', 'begin_newline', 'end_newline', 'begin_space'],
  ...['end_space', 'double_space', 'end_stop', 'end_colon', 'end_question'],
  ...['end_exclamation', 'end_interrobang', 'end_ellipsis', 'end_semicolon'],
  ...['max-length', 'max-lines', 'multiple_capital', 'kashida', 'punctuation_spacing'],
  ...['kabyle-characters', 'python_format', 'python_brace_format', 'php_format'],
  ...['c_format', 'objc_format', 'perl_format', 'perl_brace_format'],
  ...['javascript_format', 'lua_format', 'object_pascal_format', 'scheme_format'],
  ...['c_sharp_format', 'laravel_format', 'java_printf_format', 'java_format'],
  ...['percent_placeholders', 'vue_format', 'i18next_interpolation', 'es_format'],
  ...['automattic_components_format', 'angularjs_format', 'icu_message_format'],
  ...['icu_message_format_syntax', 'qt_format', 'qt_plural_format', 'ruby_format'],
  ...['plurals', 'same-plurals', 'inconsistent', 'reused', 'translated'],
  ...['escaped_newline', 'newline-count', 'bbcode', 'zero-width-space', 'xml-invalid'],
  ...['xml-tags', 'xml-chars-around-tags', 'md-reflink', 'md-link', 'md-syntax', 'url'],
  ...['safe-html', 'rst-references', 'rst-syntax', 'asciidoc-markup', 'safe-mdx'],
  ...['placeholders', 'regex', 'duplicate', 'optional_plural', 'ellipsis'],
  ...['source-max-length', 'multiple_failures', 'long_untranslated', 'unnamed_format'],
  ...['check_glossary', 'prohibited_initial_character', 'fluent-source-syntax'],
  ...['fluent-target-syntax', 'fluent-parts', 'fluent-references'],
  ...['fluent-source-inner-html', 'fluent-target-inner-html'],
]

/** Weblate's checks of single units, in the default order. */
export const checks: readonly Check[] = [
  ...[sameCheck, ...punctuationChecks, ...spacingChecks, ...newlineChecks],
  ...[maxLengthCheck, sourceMaxLengthCheck, maxLinesCheck, capitalsCheck, ...scriptChecks],
  ...[repeatedWordsCheck, acceleratorCheck, ...formatStringChecks, ...icuChecks, ...pluralChecks],
  ...[bbcodeCheck, ...xmlChecks, aroundTagsCheck, ...markdownChecks, urlCheck, safeHtmlCheck],
  ...[...rstChecks, asciidocCheck, mdxCheck, ...placeholderChecks, ...sourceChecks],
  ...[...glossaryChecks, ...fluentChecks],
].sort((a, b) => checkOrder.indexOf(a.id) - checkOrder.indexOf(b.id))

/** gitglot's own checks, which Weblate's API does not report. */
export const ownChecks: readonly Check[] = [
  ...ownPluralChecks,
  ...[strayPercent, unsafeMarkup, newLink, bidiControl, mixedScript],
].map((check) => ({ ...check, isOwn: true }))

/** Ids of all checks in the default order: Weblate's, then gitglot's own. */
export const allCheckIds: readonly string[] = [...checkOrder, ...ownChecks.map(({ id }) => id)]

/** Checks of single units by id, including those that only one version of Weblate has. */
export const checksById: ReadonlyMap<string, Check> = new Map(
  [...checks, ...ownChecks].map((check) => [check.id, check]),
)

/** All checks, including those that compare units, by id in the default order. */
export const descriptionsById: ReadonlyMap<string, CheckDescription> = new Map(
  [...checks, ...batchChecks, ...ownChecks]
    .sort((a, b) => allCheckIds.indexOf(a.id) - allCheckIds.indexOf(b.id))
    .map((check) => [check.id, check]),
)
