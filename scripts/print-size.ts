import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// Prints the size of the program by module, and how much of it only schedules work.

const files = execFileSync('git', ['ls-files', 'src', 'formats', 'test', 'bench'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const linesOf = (text: string): number => text.split('\n').length - 1

function moduleOf(path: string): string {
  const [top = '', next = '', ...below] = path.split('/')
  return top !== 'src' ? top : below.length > 0 ? `src/${next}` : 'src (files)'
}

const modules = new Map<string, { files: number; lines: number }>()
for (const { path, text } of files) {
  const name = moduleOf(path)
  const sum = modules.get(name) ?? { files: 0, lines: 0 }
  modules.set(name, { files: sum.files + 1, lines: sum.lines + linesOf(text) })
}

const rows = [...modules].sort(([, one], [, other]) => other.lines - one.lines)
const print = (name: string, count: number | string, lines: number | string): void => {
  process.stdout.write(`${name.padEnd(20)}${`${count}`.padStart(7)}${`${lines}`.padStart(9)}\n`)
}
print('module', 'files', 'lines')
for (const [name, sum] of rows) print(name, sum.files, sum.lines)

const program = files.filter(({ path }) => /^(?:src|formats)\//.test(path))
const source = program.filter(({ path }) => path.startsWith('src/'))
print(
  'src',
  source.length,
  source.reduce((sum, { text }) => sum + linesOf(text), 0),
)

/** Modules that schedule work instead of doing it. */
const MECHANISM = {
  generators: /\bfunction ?\*/,
  queues: /= createTurns\b/,
  'turns of the event loop': /\b(?:runYielding|runSync|giveTurn|nextTurn)\(/,
}
for (const [name, pattern] of Object.entries(MECHANISM)) {
  const all = new RegExp(pattern, 'g')
  const found = program.map(({ text }) => text.match(all)?.length ?? 0).filter((count) => count > 0)
  const count = found.reduce((sum, one) => sum + one, 0)
  process.stdout.write(`${name}: ${count} in ${found.length} files\n`)
}
