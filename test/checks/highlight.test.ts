import { expect, test } from 'vitest'
import { mergeFlags } from '../../src/checks/flags.ts'
import { findHighlights } from '../../src/checks/highlight.ts'
import { languageForCode } from '../../src/languages/language.ts'

function highlighted(text: string, flags: string): string {
  const unit: Parameters<typeof findHighlights>[0] = {
    weblate: '2026.10',
    sources: [text],
    targets: [text],
    sourceLanguage: languageForCode('en'),
    language: languageForCode('cs'),
    flags: mergeFlags(flags),
    context: '',
    note: '',
    projectName: '',
    componentName: '',
  }
  let shown = ''
  let end = 0
  for (const part of findHighlights(unit, text)) {
    const [open, close] = part.kind === 'placeholder' ? '[]' : '<>'
    shown += `${text.slice(end, part.start)}${open}${text.slice(part.start, part.end)}${close}`
    end = part.end
  }
  return shown + text.slice(end)
}

test.each([
  ['%d of %s', 'c-format', '[%d] of [%s]'],
  ['a {b} c', '', 'a {b} c'],
  ['a {b} c', 'icu-message-format', 'a [{b}] c'],
  [
    '{n, plural, one{# x} other{{n} y}}!',
    'icu-message-format',
    '<{n, plural, one{>[#] x<} other{>[{n}] y<}}>!',
  ],
  ["{g, select, m{'{'a} other{b}}", 'icu-message-format', "<{g, select, m{>'{'a<} other{>b<}}>"],
  [
    '{g, select, m{{n, plural, other{#}}} other{b}}',
    'icu-message-format',
    '<{g, select, m{><{n, plural, other{>[#]<}}><} other{>b<}}>',
  ],
  ['{n, plural, one{# x}', 'icu-message-format', '{n, plural, one{# x}'],
  ['<b>a</b> < 3', '', '<<b>>a<</b>> < 3'],
])('%s with %s', (text, flags, expected) => {
  expect(highlighted(text, flags)).toBe(expected)
})
