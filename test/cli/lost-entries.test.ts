import { expect, test } from 'vitest'
import { createCheckout, gitglot, writeFilesInto } from '../support/command.ts'

const header = (language: string) =>
  `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: ${language}\\n"\n\n`
const po = (language: string, texts: Readonly<Record<string, string>>) =>
  header(language) +
  Object.entries(texts)
    .map(([source, target]) => `msgid "${source}"\nmsgstr "${target}"\n\n`)
    .join('')

const files = {
  'po/x.pot': po('', { 'Open file': '', Close: '', Save: '' }),
  'po/de.po': po('de', { 'Open file': 'Datei öffnen', Close: 'Schließen', Save: 'Sichern' }),
  'po/nl.po': po('nl', { 'Open file': 'Bestand openen', Close: 'Sluiten', Save: '' }),
}
const shortened = { 'po/de.po': po('de', { 'Open file': 'Datei öffnen' }) }

/** Runs a command on uncommitted edits of the files; returns its exit code and output. */
async function runOn(edits: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const folder = createCheckout(files)
  writeFilesInto(folder, edits)
  const { code, out } = await gitglot(folder, args)
  return [code, out]
}

test('translated entries that a file lost fail the check', async () => {
  expect(await runOn(shortened, 'check', '--base', 'HEAD')).toEqual([
    1,
    expect.stringContaining(
      'po/de.po:1:1: error untranslated: 2 translated strings are no longer in the file: Close, Save.\n',
    ),
  ])
})

test('translated entries that a file lost are differences', async () => {
  const [, out] = await runOn(shortened, 'diff', 'HEAD')
  expect(out).toMatch(/de +German +100\.0% +→ +33\.3% +2 no longer translated/)
  expect(out).toContain('- Close (no longer translated): Schließen\n')
})

test('a review names translated entries that a file lost', async () => {
  const [, out] = await runOn(shortened, 'review', '--format', 'json')
  const { languages, strings } = JSON.parse(String(out))
  expect(languages).toMatchObject([{ language: 'de', translated: 0, reworded: 0, untranslated: 2 }])
  expect(strings).toMatchObject([
    { context: 'Close', risk: 'medium', before: ['Schließen'], after: [''] },
    { context: 'Save', risk: 'medium', before: ['Sichern'], after: [''] },
  ])
})

test('strings whose source is gone, too, are not lost', async () => {
  const edits = {
    'po/x.pot': po('', { 'Open file': '' }),
    'po/nl.po': po('nl', { 'Open file': 'Bestand openen' }),
    ...shortened,
  }
  expect(await runOn(edits, 'check', '--base', 'HEAD')).toEqual([
    0,
    expect.stringContaining('passed: found nothing'),
  ])
  const [, out] = await runOn(edits, 'review')
  expect(out).toContain('en English  2 gone')
  expect(out).not.toContain('de German')
})
