import { join } from 'node:path'
import { createCheckout, writeFilesInto } from './command.ts'
import { createTemporaryFolder, runGit } from './git-repository.ts'

const start = {
  'l/en.json': '{ "a": "Hello %s", "b": "Good bye", "c": "Save" }',
  'l/de.json': '{ "a": "Hallo %s", "b": "Auf Wiedersehen" }',
  'l/deep/er/en.json': '{ "x": "Deep" }',
  'l/deep/er/de.json': '{ "x": "Tief" }',
}
const change = {
  'l/en.json': '{ "a": "Hello %s", "b": "Farewell", "c": "Save" }',
  'l/de.json': '{ "a": "Hallo", "b": "Auf Wiedersehen" }',
}

/** A repository with a branch `change`, one commit after `main`. */
export function createOrigin(): string {
  const origin = createCheckout({ readme: '' }, start)
  runGit(origin, 'config', 'uploadpack.allowFilter', 'true')
  runGit(origin, 'checkout', '--quiet', '-b', 'change')
  writeFilesInto(origin, change)
  runGit(origin, 'commit', '--quiet', '--all', '--message', 'Change')
  return origin
}

export function clone(origin: string, ...args: readonly string[]): string {
  const folder = join(createTemporaryFolder(), 'shop')
  runGit('.', 'clone', '--quiet', ...args, `file://${origin}`, folder)
  return folder
}

export const COMMANDS = [
  ['check', '--base', 'origin/main'],
  ['diff', 'origin/main'],
  ['diff', 'origin/main', 'HEAD'],
  ['status', '--outdated'],
  ['status', '--ref', 'origin/main'],
  ['status', '--ref', 'HEAD~1', '--outdated'],
  ['check', '--max-outdated', '1'],
]
