import { appendFileSync, chmodSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeFilesInto } from './command.ts'
import { createTemporaryFolder } from './git-repository.ts'

/** What lies in a checkout so that somebody runs it. */
interface Traps {
  /** What `npm run` in the checkout hands on to what it starts. */
  readonly environment: Readonly<Record<string, string>>
  /** Names of those that ran. */
  sprung(): readonly string[]
}

const PROGRAMS = ['gitglot', 'npm', 'npx', 'node', 'git', 'tsx', 'sed', 'env', 'bash', 'gh']
const HOOKS = ['post-checkout', 'pre-commit', 'reference-transaction', 'post-index-change']

/**
 * Puts programs, packages, settings of npm, hooks and settings of Git into a checkout, each of which leaves a file
 * elsewhere if it runs.
 */
export function layTraps(folder: string): Traps {
  const marks = createTemporaryFolder()
  const script = (name: string) => `#!/bin/sh\necho ran > '${join(marks, name)}'\nexit 1\n`
  const code = (name: string) =>
    `require('node:fs').writeFileSync(${JSON.stringify(join(marks, name))}, 'ran')\n`
  const programs = PROGRAMS.map((name) => [`node_modules/.bin/${name}`, script(`bin ${name}`)])
  const hooks = HOOKS.map((name) => [`.git/hooks/${name}`, script(`hook ${name}`)])
  const scripts = ['preinstall', 'install', 'postinstall', 'prepare', 'build', 'check']
  writeFilesInto(folder, {
    ...Object.fromEntries([...programs, ...hooks]),
    'evil.sh': script('shell'),
    'evil.cjs': code('options of Node'),
    '.npmrc': `node-options=--require=${folder}/evil.cjs\nscript-shell=${folder}/evil.sh\nignore-scripts=false\nregistry=http://127.0.0.1:9/\nprefix=${folder}\n`,
    'node.config.json': JSON.stringify({ nodeOptions: { import: ['./evil.cjs'] } }),
    'package.json': JSON.stringify({
      ...{ name: 'gitglot', version: '0.1.0', bin: 'main.js', workspaces: ['*'] },
      scripts: Object.fromEntries(scripts.map((name) => [name, `sh ${folder}/evil.sh`])),
    }),
    'main.js': code('the package of the checkout'),
    'node_modules/gitglot/package.json': JSON.stringify({ name: 'gitglot', main: 'main.js' }),
    'node_modules/gitglot/main.js': code('node_modules/gitglot'),
    'node_modules/tsx/package.json': JSON.stringify({ name: 'tsx', main: 'main.js' }),
    'node_modules/tsx/main.js': code('node_modules/tsx'),
    '.gitattributes': '* filter=evil diff=evil\n',
  })
  appendFileSync(
    join(folder, '.git/config'),
    `[core]\n\tfsmonitor = ${folder}/evil.sh\n\tsshCommand = ${folder}/evil.sh\n[filter "evil"]\n\tclean = ${folder}/evil.sh\n\tsmudge = ${folder}/evil.sh\n\trequired = true\n[diff "evil"]\n\ttextconv = ${folder}/evil.sh\n`,
  )
  for (const path of ['evil.sh', ...[...programs, ...hooks].flatMap(([path]) => path ?? [])]) {
    chmodSync(join(folder, path), 0o755)
  }
  return {
    environment: {
      PATH: `${folder}/node_modules/.bin:node_modules/.bin:${process.env['PATH']}`,
      NODE_OPTIONS: `--require=${folder}/evil.cjs`,
      npm_config_node_options: `--require=${folder}/evil.cjs`,
      npm_config_script_shell: `${folder}/evil.sh`,
      npm_config_ignore_scripts: 'false',
      npm_config_registry: 'http://127.0.0.1:9/',
    },
    sprung: () => (existsSync(marks) ? readdirSync(marks) : []),
  }
}
