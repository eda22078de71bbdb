import type { Child } from 'hono/jsx'
import type { Json } from '../rendering/json.ts'
import type { OpenApi, Operation } from './openapi.ts'

/** The style sheet of the page, with the colors and fonts of the other pages. */
export const STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#fcfcfb, #121517); --rule: light-dark(#dfe1de, #2b3034); --soft: light-dark(#545a5e, #a4abb0) }
html { font: 15px/1.5 system-ui, sans-serif; background: var(--paper); color: light-dark(#16191b, #e7e9ea) }
body { overflow-wrap: anywhere; max-width: 80rem; margin: 0 auto; padding: .75rem 2.5rem 2.5rem }
h1 { font-size: 1.625rem; line-height: 1.2; margin: 1rem 0 .25rem }
h2 { font-size: 1.125rem; margin: 2.5rem 0 0 }
h3 { font-size: .875rem; margin: 1.5rem 0 0 }
p { margin: .2rem 0; max-width: 46rem }
a { color: light-dark(#0b4f9e, #8fbcf7); text-underline-offset: .18em }
code { font: .92em ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100%; font-size: .875rem }
th, td { padding: .28rem .6rem .28rem 0; text-align: start; vertical-align: top; border-bottom: 1px solid var(--rule) }
th { width: 12rem }
td:nth-child(2) { width: 14rem; color: var(--soft) }
nav ul { list-style: none; margin: 0; padding: 0; font-size: .875rem }
nav li { padding: .15rem 0 }
@media (min-width: 60rem) {
  .cols { display: grid; grid-template-columns: 13rem minmax(0, 1fr); column-gap: 2.5rem }
  .cols nav { position: sticky; top: 1rem; align-self: start; max-height: 95vh; overflow-y: auto }
}
@media (max-width: 34rem) { body { padding-inline: 1rem } th, td, td:nth-child(2) { display: block; width: auto; border: 0; padding-block: 0 } tr { display: block; padding-block: .3rem; border-bottom: 1px solid var(--rule) } }
`

/** Renders an OpenAPI document as an HTML page: endpoints by subject, then schemas. */
export function renderDocs({ info, paths, components }: OpenApi): string {
  const operations = Object.entries(paths).map(([path, { get }]) => ({ path, get }))
  const tags = [...new Set(operations.flatMap(({ get }) => get.tags))]
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${info.title}: API`}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <header>
          <a href="../../">{info.title}</a> / API
        </header>
        <div class="cols">
          <nav aria-label="Contents">
            <ul>
              {[...tags, OBJECTS].map((tag) => (
                <li>
                  <a href={`#${anchorOf(tag)}`}>{tag}</a>
                </li>
              ))}
            </ul>
          </nav>
          <main>
            <h1>{info.title}: API</h1>
            <p>{renderText(info.description)}</p>
            <p>
              For programs: <a href="../schema/">OpenAPI 3.1</a>. Whatever is wrong with a request,
              the answer is an <a href="#Error">Error</a>.
            </p>
            {tags.map((tag) => (
              <>
                <h2 id={anchorOf(tag)}>{tag}</h2>
                {operations
                  .filter(({ get }) => get.tags.includes(tag))
                  .map(({ path, get }) => renderOperation(path, get))}
              </>
            ))}
            <h2 id={anchorOf(OBJECTS)}>{OBJECTS}</h2>
            {Object.entries(components.schemas).map(([name, schema]) => renderObject(name, schema))}
          </main>
        </div>
      </body>
    </html>
  )
  return `<!doctype html>\n${page}`
}

const OBJECTS = 'Objects'

function anchorOf(subject: string): string {
  return `about-${subject.toLowerCase().replaceAll(/\W+/g, '-')}`
}

function renderOperation(
  path: string,
  { operationId, summary, description, parameters, responses }: Operation,
) {
  const query = parameters.filter((parameter) => parameter.in === 'query')
  const content = at(responses['200'] ?? null, 'content') ?? {}
  const body = at(content, 'application/json', 'schema') ?? {}
  const hasBody = Object.keys(body ?? {}).length > 0
  return (
    <article id={operationId}>
      <h3>
        <code>GET {path}</code>
      </h3>
      <p>
        {summary} {description} Answers {hasBody && <>{renderType(body)} as </>}
        {Object.keys(content ?? {}).join(', ')}.
      </p>
      {query.length > 0 && renderTable(query)}
    </article>
  )
}

/** Renders one row for each parameter of an endpoint or member of an object. */
function renderTable(
  rows: readonly { name: string; schema: Json; description?: string; required?: boolean }[],
) {
  return (
    <table>
      {rows.map(({ name, schema, description = '', required }) => (
        <tr>
          <th scope="row">
            <code>{name}</code>
          </th>
          <td>{renderType(schema)}</td>
          <td>
            {renderText(description)}
            {required ? ' Required.' : ''}
          </td>
        </tr>
      ))}
    </table>
  )
}

/** Renders a sentence, with the parts between backticks as code. */
function renderText(text: string): Child {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code>{part}</code>))
}

function renderObject(name: string, schema: Json) {
  return (
    <article id={name}>
      <h3>{name}</h3>
      <p>{renderText(textAt(schema, 'description') ?? '')}</p>
      {renderTable(
        Object.entries(at(schema, 'properties') ?? {}).map(([name, property]) => ({
          name,
          schema: property,
          description: textAt(property, 'description') ?? '',
        })),
      )}
    </article>
  )
}

/** Renders a schema in a few words: `date-time or null`, `array of Unit`. */
function renderType(schema: Json): Child {
  const reference = textAt(schema, '$ref')?.split('/').at(-1)
  if (reference !== undefined) return <a href={`#${reference}`}>{reference}</a>
  const items = at(schema, 'items')
  if (items !== undefined) return <>array of {renderType(items)}</>
  const members = at(schema, 'additionalProperties')
  if (members !== undefined) return <>object of {renderType(members)}</>
  const alternatives = at(schema, 'anyOf')
  if (Array.isArray(alternatives)) {
    return alternatives.map((each, index) => (
      <>
        {index > 0 ? ' or ' : ''}
        {renderType(each)}
      </>
    ))
  }
  const values = at(schema, 'enum')
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(', ')
  const format = textAt(schema, 'format')
  const types = [at(schema, 'type')].flat()
  return types.map((type) => (type === 'string' ? (format ?? type) : type)).join(' or ')
}

/** Returns the member at a path of keys; undefined if there is none. */
function at(value: Json, ...keys: string[]): Json | undefined {
  let member: Json | undefined = value
  for (const key of keys) {
    if (member === null || typeof member !== 'object' || !(key in member)) return undefined
    // Both objects and arrays can be indexed by name.
    member = (member as Readonly<Record<string, Json>>)[key]
  }
  return member
}

function textAt(value: Json, key: string): string | undefined {
  const member = at(value, key)
  return typeof member === 'string' ? member : undefined
}
