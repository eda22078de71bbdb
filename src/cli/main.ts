#!/usr/bin/env node
import { inspect } from 'node:util'
import { ConfigError, RepositoryError } from '../errors.ts'
import { type Command, helpText, parseArguments } from './arguments.ts'
import { packageVersion } from './package.ts'

const commands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Serve the API and the dashboard.',
    options: [
      { name: 'config', value: 'FILE', description: 'Configuration; without it the demo project.' },
      { name: 'host', value: 'ADDRESS', description: 'Address to listen on: 127.0.0.1.' },
      {
        name: 'port',
        value: 'NUMBER',
        description: 'Port to listen on: 8000; 0 takes any free one.',
        check: (value) =>
          /^\d{1,5}$/.test(value) && Number(value) < 65_536
            ? undefined
            : 'needs a port: 0 to 65535',
      },
    ],
    async run({ config, host = '127.0.0.1', port = '8000' }) {
      const { serve } = await import('./serve.ts')
      return serve({ config, host, port: Number(port) })
    },
  },
]

async function main(args: readonly string[]): Promise<number> {
  const asked = parseArguments(args, commands)
  switch (asked.kind) {
    case 'help':
      process.stdout.write(`${helpText(commands)}\n`)
      return 0
    case 'version':
      process.stdout.write(`${packageVersion()}\n`)
      return 0
    case 'wrong':
      process.stderr.write(`${asked.message}\n`)
      return 2
    case 'run':
      return asked.command.run(asked.values)
  }
}

/** Prints why the command ended early, and returns the exit code. */
function failure(error: unknown): number {
  if (error instanceof ConfigError) {
    process.stderr.write(`${error.message}\n`)
    return 2
  }
  // A system call that failed, such as listening on a port in use, is no bug: its message says it all.
  const isSystemError = error instanceof Error && 'syscall' in error
  const isExpected = isSystemError || error instanceof RepositoryError
  const text = isExpected ? error.message : inspect(error)
  process.stderr.write(`gitglot: ${text}\n`)
  return 1
}

process.exit(await main(process.argv.slice(2)).catch(failure))
