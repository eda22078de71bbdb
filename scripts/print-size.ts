import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

// Prints the size of the program by module.

const paths = execFileSync('git', ['ls-files', 'src', 'formats', 'test', 'bench'], {
  encoding: 'utf8',
})
const modules = new Map<string, { files: number; lines: number }>()
for (const path of paths.split('\n').filter((path) => /\.tsx?$/.test(path))) {
  const lines = readFileSync(path, 'utf8').split('\n').length - 1
  const [top = '', next = '', ...below] = path.split('/')
  const module = top !== 'src' ? top : below.length > 0 ? `src/${next}` : 'src (files)'
  for (const name of new Set([module, top])) {
    const sum = modules.get(name) ?? { files: 0, lines: 0 }
    modules.set(name, { files: sum.files + 1, lines: sum.lines + lines })
  }
}

const print = (name: string, files: number | string, lines: number | string): void => {
  process.stdout.write(`${name.padEnd(20)}${`${files}`.padStart(7)}${`${lines}`.padStart(9)}\n`)
}
print('module', 'files', 'lines')
for (const [name, { files, lines }] of [...modules].sort(
  ([, one], [, other]) => other.lines - one.lines,
)) {
  print(name, files, lines)
}
