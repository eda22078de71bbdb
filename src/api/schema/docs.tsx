import type { Child } from 'hono/jsx'
import type { Json } from '../rendering/json.ts'
import type { OpenApi, Operation } from './openapi.ts'

/** The style of the page. */
export const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { padding: .2rem .6rem .2rem 0; text-align: left; vertical-align: top }
th { width: 12rem }
td:nth-child(2) { width: 14rem }
h3 { margin: 1.5rem 0 0; font-size: 1rem }
p { margin: .2rem 0 }
code { overflow-wrap: anywhere }
`

/** A page of HTML that shows an OpenAPI document: its addresses by subject, then its objects. */
export function renderDocs({ info, paths, components }: OpenApi): string {
  const operations = Object.entries(paths).map(([path, { get }]) => ({ path, get }))
  const tags = [...new Set(operations.flatMap(({ get }) => get.tags))]
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{`${info.title}: API`}</title>
        <style>{STYLE}</style>
      </head>
      <body>
        <h1>{info.title}: API</h1>
        <p>{info.description}</p>
        <p>
          For programs: <a href="../schema/">OpenAPI 3.1</a>. Whatever is wrong with a request, the
          answer is an <a href="#Error">Error</a>.
        </p>
        {tags.map((tag) => (
          <section>
            <h2>{tag}</h2>
            {operations
              .filter(({ get }) => get.tags.includes(tag))
              .map(({ path, get }) => renderOperation(path, get))}
          </section>
        ))}
        <h2>Objects</h2>
        {Object.entries(components.schemas).map(([name, schema]) => renderObject(name, schema))}
      </body>
    </html>
  )
  return `<!doctype html>\n${page}`
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

/** A row each: parameters of an address, or members of an object. */
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

/** A sentence whose parts between backticks are code. */
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

/** A schema in a few words: `date-time or null`, `array of Unit`. */
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

/** The member of an object that the keys lead to; undefined where there is none. */
function at(value: Json, ...keys: string[]): Json | undefined {
  let found: Json | undefined = value
  for (const key of keys) {
    if (found === null || typeof found !== 'object' || !(key in found)) return undefined
    // JSON's objects and lists alike have members by name.
    found = (found as Readonly<Record<string, Json>>)[key]
  }
  return found
}

function textAt(value: Json, key: string): string | undefined {
  const found = at(value, key)
  return typeof found === 'string' ? found : undefined
}
