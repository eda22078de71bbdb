import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { commands } from '../../src/cli/commands.ts'
import { tokenFields } from '../../src/config/access.ts'
import { checkFields, ignoreFields } from '../../src/config/check.ts'
import { componentFields } from '../../src/config/component-fields.ts'
import { findingFields } from '../../src/config/discover.ts'
import { type Field, fieldName, type Table } from '../../src/config/field.ts'
import { categoryFields, projectFields, sharedFields, siteFields } from '../../src/config/fields.ts'
import { EXIT_CODES } from '../man-page.ts'
import { addressTable } from './addresses.ts'
import { checkTable, ownCheckTable } from './checks.ts'
import { fieldList } from './fields.ts'
import { conversionTable, formatTable, paramTable } from './formats.ts'
import { code, plain, table } from './markdown.ts'
import { widgetTable } from './widgets.ts'

const root = join(import.meta.dirname, '../..')
const BLOCK = /<!-- ([^:\n]+): written by npm run docs -->\n[\s\S]*?<!-- end -->/g

/** Paths of the documentation pages, relative to the root. */
export const pagePaths: readonly string[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** Generators of blocks by name. A block is the text between a page's marker comments. */
export const blocks: Readonly<Record<string, () => string>> = {
  addresses: addressTable,
  checks: checkTable,
  'own-checks': ownCheckTable,
  badges: widgetTable,
  formats: formatTable,
  conversions: conversionTable,
  parameters: paramTable,
  'exit codes': exitCodeTable,
  'site fields': () => fieldList(siteFields),
  'check fields': () => fieldList(checkFields),
  'ignore fields': () => fieldList(ignoreFields),
  'project fields': () => fieldList(projectFields),
  'token fields': () => fieldList(tokenFields),
  'finding fields': () => fieldList(findingFields),
  'category fields': () => fieldList(categoryFields),
  'component fields': () => fieldList(ownFields()),
  'shown fields': shownFields,
  'action inputs': inputTable,
}

/** Regenerates the blocks of a page. Throws if it names a block that does not exist. */
export function writeBlocks(page: string): string {
  return page.replace(BLOCK, (_, name: string) => {
    const write = blocks[name]
    if (write === undefined) throw new Error(`unknown block ${name}`)
    return `<!-- ${name}: written by npm run docs -->\n\n${write()}\n\n<!-- end -->`
  })
}

function exitCodeTable(): string {
  return table(
    ['code', 'meaning'],
    EXIT_CODES.map(([number, meaning]) => [code(number), plain(meaning)]),
  )
}

const SHOWN = 'Shown to clients: '

/** Returns the fields of a component that projects lack, except those that are only shown to clients. */
function ownFields(): Table {
  const isOwn = (name: string, { description }: Field<unknown>) =>
    !(name in sharedFields) && !description.startsWith(SHOWN)
  return Object.fromEntries(
    Object.entries<Field<unknown>>(componentFields).filter(([name, field]) => isOwn(name, field)),
  )
}

/** Returns the names of a component's fields that are only shown to clients. */
function shownFields(): string {
  return Object.entries<Field<unknown>>(componentFields)
    .filter(([, { description }]) => description.startsWith(SHOWN))
    .map(([name]) => code(fieldName(name)))
    .join(', ')
}

/**
 * Returns a table of the GitHub Action's inputs that are not options of `gitglot check`, and the names of the others.
 */
function inputTable(): string {
  const { inputs }: { inputs: Record<string, { description: string; default: string }> } = parse(
    readFileSync(join(root, 'action.yml'), 'utf8'),
  )
  const options = commands.find(({ name }) => name === 'check')?.options ?? []
  const isOption = (name: string) => options.some((option) => option.name === name)
  const rows = Object.entries(inputs)
    .filter(([name]) => !isOption(name))
    .map(([name, input]) => [code(name), plain(input.description), code(input.default)])
  const others = Object.keys(inputs).filter(isOption).map(code)
  return `${table(['input', 'meaning', 'default'], rows)}\n\nOther inputs are options of \`gitglot check\`: ${others.join(', ')}.`
}
