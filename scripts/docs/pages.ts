import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { commands } from '../../src/cli/commands.ts'
import { ENVIRONMENT, EXIT_CODES } from '../../src/cli/man-page.ts'
import { tokenFields } from '../../src/config/access.ts'
import { checkFields, ignoreFields } from '../../src/config/check.ts'
import { componentFields } from '../../src/config/component-fields.ts'
import { findingFields } from '../../src/config/discover.ts'
import type { Field, Table } from '../../src/config/field.ts'
import { categoryFields, projectFields, sharedFields, siteFields } from '../../src/config/fields.ts'
import { addressTable } from './addresses.ts'
import { checkTable, ownCheckTable } from './checks.ts'
import { commandHelp, commandTable, entryTable } from './commands.ts'
import { fieldTable } from './fields.ts'
import { conversionTable, formatTable, paramTable } from './formats.ts'
import { code, plain, table } from './markdown.ts'
import { widgetTable } from './widgets.ts'

const root = join(import.meta.dirname, '../..')
const BLOCK = /<!-- ([^:\n]+): written by npm run docs -->\n[\s\S]*?<!-- end -->/g

/** Paths of the pages that people read, from the root. */
export const pagePaths: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** By name: what stands between the comments that begin and end a block of a page. */
export const blocks: Readonly<Record<string, () => string>> = {
  addresses: addressTable,
  checks: checkTable,
  'own-checks': ownCheckTable,
  badges: widgetTable,
  formats: formatTable,
  conversions: conversionTable,
  parameters: paramTable,
  commands: () => commandTable(commands),
  ...Object.fromEntries(commands.map((command) => [command.name, () => commandHelp(command)])),
  'exit codes': () => entryTable('code', EXIT_CODES),
  environment: () => entryTable('variable', ENVIRONMENT),
  'site fields': () => fieldTable(siteFields),
  'check fields': () => fieldTable(checkFields),
  'ignore fields': () => fieldTable(ignoreFields),
  'project fields': () => fieldTable(projectFields),
  'token fields': () => fieldTable(tokenFields),
  'finding fields': () => fieldTable(findingFields),
  'category fields': () => fieldTable(categoryFields),
  'component fields': () => fieldTable(ownFields()),
  'shown fields': () => fieldTable(shownFields()),
  'action inputs': inputTable,
}

/** A page with its blocks written anew. Throws when it names a block that does not exist. */
export function writeBlocks(page: string): string {
  return page.replace(BLOCK, (_, name: string) => {
    const write = blocks[name]
    if (write === undefined) throw new Error(`unknown block ${name}`)
    return `<!-- ${name}: written by npm run docs -->\n\n${write()}\n\n<!-- end -->`
  })
}

const SHOWN = 'Shown to clients: '

/** The fields of a component that its project has not, without those that are only shown to clients. */
function ownFields(): Table {
  const isOwn = (name: string, { description }: Field<unknown>) =>
    !(name in sharedFields) && !description.startsWith(SHOWN)
  return Object.fromEntries(
    Object.entries<Field<unknown>>(componentFields).filter(([name, field]) => isOwn(name, field)),
  )
}

/** The fields of a component that are only shown to clients, which their section says. */
function shownFields(): Table {
  return Object.fromEntries(
    Object.entries<Field<unknown>>(componentFields)
      .filter(([, { description }]) => description.startsWith(SHOWN))
      .map(([name, field]) => [
        name,
        { ...field, description: capitalized(field.description.slice(SHOWN.length)) },
      ]),
  )
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A table of the inputs of the GitHub Action. */
function inputTable(): string {
  const { inputs }: { inputs: Record<string, { description: string; default: string }> } = parse(
    readFileSync(join(root, 'action.yml'), 'utf8'),
  )
  return table(
    ['input', 'meaning', 'default'],
    Object.entries(inputs).map(([name, input]) => [
      code(name),
      plain(input.description),
      input.default === '' ? '' : code(input.default),
    ]),
  )
}
