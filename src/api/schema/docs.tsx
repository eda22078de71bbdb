import type { Child } from 'hono/jsx'
import type { Json } from '../json.ts'
import type { OpenApi, Operation } from './openapi.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { padding: .2rem .6rem .2rem 0; text-align: left; vertical-align: top }
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
  const body = at(responses['200'] ?? null, 'content', 'application/json', 'schema')
  return (
    <article id={operationId}>
      <h3>
        <code>GET {path}</code>
      </h3>
      <p>
        {summary} {description} {body === undefined ? '' : <>Answers {renderType(body)}.</>}
      </p>
      <table>
        {parameters
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, schema, description }) => (
            <tr>
              <th scope="row">
                <code>{name}</code>
              </th>
              <td>{renderType(schema)}</td>
              <td>{description}</td>
            </tr>
          ))}
      </table>
    </article>
  )
}

function renderObject(name: string, schema: Json) {
  return (
    <article id={name}>
      <h3>{name}</h3>
      <p>{textAt(schema, 'description')}</p>
      <table>
        {Object.entries(at(schema, 'properties') ?? {}).map(([key, property]) => (
          <tr>
            <th scope="row">
              <code>{key}</code>
            </th>
            <td>{renderType(property)}</td>
            <td>{textAt(property, 'description')}</td>
          </tr>
        ))}
      </table>
    </article>
  )
}

/** A schema in a few words: `string or null`, `array of Unit`. */
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
  const type = at(schema, 'type')
  return [type].flat().join(' or ')
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
