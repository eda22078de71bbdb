import { type Command, type Entry, entriesOf, usageOf } from '../../src/cli/command.ts'
import { code, plain, table } from './markdown.ts'

/** A table of commands, each a link to its section. */
export function commandTable(commands: readonly Command[]): string {
  return table(
    ['command', 'what it does'],
    commands.map(({ name, summary }) => [`[${code(`gitglot ${name}`)}](#${name})`, plain(summary)]),
  )
}

/** What the help says of a command: how to call it, its operands and options, and examples. */
export function commandHelp(command: Command): string {
  const examples = command.examples.map(({ line, meaning }) => `# ${meaning}\n${line}`)
  const parts = [
    plain(command.summary),
    fence('', usageOf(command)),
    ...(command.operands.length + command.options.length > 0
      ? [entryTable('option', entriesOf(command))]
      : []),
    fence('sh', examples.join('\n\n')),
  ]
  return parts.join('\n\n')
}

/** A table of terms and what they mean. */
export function entryTable(head: string, entries: readonly Entry[]): string {
  return table(
    [head, 'meaning'],
    entries.map(([term, description]) => [code(term), plain(description)]),
  )
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``
}
