import type { Check } from './check.ts'

/**
 * All checks in the default order: Weblate's, with its names and descriptions, then gitglot's own. The severity is
 * followed by `source` for a check of source texts, `own` for gitglot's own, and the first version of Weblate with the
 * check, if later than 5.14.
 */
const TABLE = `
note | same | Unchanged translation | Source and translation are identical
error 2026.10 | accelerator | Accelerator key | Accelerator key markers do not match source
warning | begin_newline | Starting newline | Source and translation do not both start with a newline
warning | end_newline | Trailing newline | Source and translation do not both end with a newline
warning | begin_space | Starting spaces | Source and translation do not both start with same number of spaces
warning | end_space | Trailing space | Source and translation do not both end with a space
note | double_space | Double space | Translation contains double space
note | end_stop | Mismatched full stop | Source and translation do not both end with a full stop
note | end_colon | Mismatched colon | Source and translation do not both end with a colon
note | end_question | Mismatched question mark | Source and translation do not both end with a question mark
note | end_exclamation | Mismatched exclamation mark | Source and translation do not both end with an exclamation mark
note | end_interrobang | Mismatched interrobang | Source and translation do not both end with an interrobang
note | end_ellipsis | Mismatched ellipsis | Source and translation do not both end with an ellipsis
note | end_semicolon | Mismatched semicolon | Source and translation do not both end with a semicolon
error | max-length | Maximum length of translation | Translation should not exceed given length
error 2026.10 | max-lines | Maximum number of lines | Translation has too many lines
note 2026.10 | multiple_capital | Multiple capitals | Translation contains words with multiple misplaced capital letters
note | kashida | Kashida letter used | The decorative kashida letters should not be used
note | punctuation_spacing | Punctuation spacing | Missing non breakable space before double punctuation sign
note | kabyle-characters | Non\u2011standard characters in Kabyle | The translation uses characters that are not part of the Kabyle alphabet
error | python_format | Python format | Python format string does not match source
error | python_brace_format | Python brace format | Python brace format string does not match source
error | php_format | PHP format | PHP format string does not match source
error | c_format | C format | C format string does not match source
error 2026.10 | objc_format | Objective-C format | Objective-C format string does not match source
error | perl_format | Perl format | Perl format string does not match source
error | perl_brace_format | Perl brace format | Perl brace format string does not match source
error | javascript_format | JavaScript format | JavaScript format string does not match source
error | lua_format | Lua format | Lua format string does not match source
error | object_pascal_format | Object Pascal format | Object Pascal format string does not match source
error | scheme_format | Scheme format | Scheme format string does not match source
error | c_sharp_format | C# format | C# format string does not match source
error 2026.10 | laravel_format | Laravel format | Laravel format string does not match source
error | java_printf_format | Java format | Java format string does not match source
error | java_format | Java MessageFormat | Java MessageFormat string does not match source
error | percent_placeholders | Percent placeholders | The percent placeholders do not match source
error | vue_format | Vue I18n formatting | The Vue I18n formatting does not match source
error | i18next_interpolation | i18next interpolation | The i18next interpolation does not match source
error | es_format | ECMAScript template literals | ECMAScript template literals do not match source
error | automattic_components_format | Automattic components formatting | Automattic components formatting does not match source
error | angularjs_format | AngularJS interpolation string | AngularJS interpolation strings do not match source
error | icu_message_format | ICU MessageFormat | Syntax errors and/or placeholder mismatches in ICU MessageFormat strings
error source | icu_message_format_syntax | ICU MessageFormat syntax | Syntax errors in ICU MessageFormat strings
error | qt_format | Qt format | Qt format string does not match source
error | qt_plural_format | Qt plural format | Qt plural format string does not match source
error | ruby_format | Ruby format | Ruby format string does not match source
error | plurals | Missing plurals | Some plural forms are untranslated
warning | same-plurals | Same plurals | Some plural forms are translated in the same way
warning | inconsistent | Inconsistent | This string has more than one translation in this project or is untranslated in some components.
note | reused | Reused translation | Different strings are translated the same.
note | translated | Has been translated | This string has been translated in the past
warning | escaped_newline | Mismatched \\n | Number of \\n literals in translation does not match source
warning | newline-count | Mismatching line breaks | Number of new lines in translation does not match source
error | bbcode | BBCode markup | BBCode in translation does not match source
warning | zero-width-space | Zero-width space | Translation contains extra zero-width space character
error | xml-invalid | XML syntax | The translation is not valid XML
error | xml-tags | XML markup | XML tags in translation do not match source
note 2026.10 | xml-chars-around-tags | Chars around XML tags | Characters around XML tags do not match source
error | md-reflink | Markdown references | Markdown link references do not match source
error | md-link | Markdown links | Markdown links do not match source
error | md-syntax | Markdown syntax | Markdown syntax does not match source
error | url | URL | The translation does not contain a URL
error | safe-html | Unsafe HTML | The translation uses unsafe HTML markup
error | rst-references | Inconsistent reStructuredText | Inconsistent reStructuredText references in the translated message
error | rst-syntax | reStructuredText syntax error | reStructuredText syntax error in the translation
error 2026.10 | asciidoc-markup | AsciiDoc markup | AsciiDoc markup does not match source
error 2026.10 | safe-mdx | Safe MDX | Expressions of MDX do not match source
error | placeholders | Placeholders | Translation is missing some placeholders
error | regex | Regular expression | Translation does not match regular expression
warning | duplicate | Consecutive duplicated words | Text contains the same word twice in a row
note source | optional_plural | Unpluralised | The string is used as plural, but not using plural forms
note source | ellipsis | Ellipsis | The string uses three dots (...) instead of an ellipsis character (…)
note source 2026.10 | source-max-length | Source string length | The source string is close to the maximum length of its translations
note source | multiple_failures | Multiple failing checks | The translations in several languages have failing checks
note source | long_untranslated | Long untranslated | The string has not been translated for a long time
warning source | unnamed_format | Multiple unnamed variables | There are multiple unnamed variables in the string, making it impossible for translators to reorder them
warning | check_glossary | Does not follow glossary | The translation does not follow terms defined in a glossary
warning | prohibited_initial_character | Prohibited initial character | The string starts with a prohibited character
error source | fluent-source-syntax | Fluent source syntax | Fluent syntax error in the source
error | fluent-target-syntax | Fluent translation syntax | Fluent syntax error in the translation
error | fluent-parts | Fluent parts | Fluent parts should match
error | fluent-references | Fluent references | Fluent references should match
error source | fluent-source-inner-html | Fluent source inner HTML | Fluent source should be valid inner HTML
error | fluent-target-inner-html | Fluent translation inner HTML | Fluent translation should be valid inner HTML that matches the source
note own | zero-form | Missing form for zero | A plural has no text for zero, which Apple takes from another form.
note own | optional-form | Missing optional form | A plural lacks a form that programs replace with another one.
error own | stray-percent | Stray percent sign | The translation has a percent sign that is neither doubled nor part of a placeholder.
error own | unsafe-markup | Unsafe markup | The translation adds a script, an event handler, an element that loads content or asks for input, or a link that runs a script.
error own | new-link | Link to a new host | The translation links to a host that no source of the component names.
error own | bidi-control | Bidirectional control character | The translation has an invisible character that changes the order of its text.
warning own | mixed-script | Mixed scripts in a word | A word of the translation mixes letters of scripts that look alike.
`

type Description = Omit<Check, 'fails' | 'explain'>

const descriptions: ReadonlyMap<string, Description> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [marks = '', id = '', name = '', description = ''] = line.split(' | ')
      const [severity, ...others] = marks.split(' ')
      const row: Description = {
        id,
        name,
        description,
        // The table has no other words.
        severity: severity as Check['severity'],
        kind: others.includes('source') ? 'source' : 'target',
        ignoredBy: ignoreFlag(id),
        isOwn: others.includes('own'),
        ...(others.includes('2026.10') && { since: '2026.10' }),
      }
      return [id, row]
    }),
)

/** Ids of all checks in the default order. */
export const allCheckIds: readonly string[] = [...descriptions.keys()]

/** Returns what the table says about a check. */
export function describeCheck(id: string): Description {
  const row = descriptions.get(id)
  if (row === undefined) throw new RangeError(`no check ${id}`)
  return row
}

/** Returns the flag that disables a check. */
export function ignoreFlag(id: string): string {
  return `ignore-${id.replaceAll('_', '-')}`
}
