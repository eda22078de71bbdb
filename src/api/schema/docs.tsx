import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { Framable } from '../endpoint.ts'
import type { Json } from '../rendering/json.ts'
import type { OpenApi, Operation } from './openapi.ts'

/** Renders an OpenAPI document: endpoints by subject, then schemas, and beside them a table of contents. */
export function renderDocs({ info, paths, components }: OpenApi): Framable {
  const operations = Object.entries(paths).map(([path, { get }]) => ({ path, get }))
  const tags = [...new Set(operations.flatMap(({ get }) => get.tags))]
  const main = (
    <div class="docs">
      <nav aria-label="Contents">
        <ul>
          {[...tags, OBJECTS].map((tag) => (
            <li>
              <a href={`#${anchorOf(tag)}`}>{tag}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div>
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
      </div>
    </div>
  )
  const lead = (
    <>
      {renderText(info.description)} For programs: <a href="../schema/">OpenAPI 3.1</a>. Errors have{' '}
      <a href="#Error">this schema</a>.
    </>
  )
  // Written once: it takes tens of milliseconds.
  return { title: 'API reference', crumb: 'API reference', lead, main: raw(String(main)) }
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
