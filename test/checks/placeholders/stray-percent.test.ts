import { expect, test } from 'vitest'
import { parseFlags } from '../../../src/checks/flags.ts'
import { judge } from '../../../src/checks/run.ts'
import { languageForCode } from '../../../src/languages/language.ts'

function failures(source: string, target: string, flags = 'java-printf-format') {
  return judge({
    weblate: '2026.10',
    sources: [source],
    targets: [target],
    flags: parseFlags(flags),
    sourceLanguage: languageForCode('en'),
    language: languageForCode('fr'),
    context: '',
    note: '',
    projectName: '',
    componentName: '',
    state: 20,
    isSource: false,
    isGlossary: false,
  }).gitglot.filter((id) => id === 'stray-percent')
}

test.each([
  ['%d%% of', '%d% des'],
  ['%1$d%% of it', '%1$d % en'],
  ['%s, %d%%', '%s, %d%'],
  ['%d%%', '%d% é'],
])('%j: %j has a percent sign that Java reads as a placeholder', (source, target) => {
  expect(failures(source, target)).toEqual(['stray-percent'])
})

test.each([
  ['%d%% of', '%d%% des'],
  ['%1$s and %2$,d', '%2$,d et %1$s'],
  ['%tY-%tm', '%tY/%tm'],
  ['50% off', '50% en moins'],
  ['Half off', '50% en moins'],
])('%j: %j has none, or is not formatted', (source, target) => {
  expect(failures(source, target)).toEqual([])
})

test('other formats have their own check', () => {
  expect(failures('%d%% of', '%d% des', 'c-format')).toEqual([])
})
