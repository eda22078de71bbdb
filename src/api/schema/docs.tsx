import { raw } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { Framable } from '../endpoint.ts'
import type { OpenApi, Operation } from './openapi.ts'
import type { SchemaJson } from './schema.ts'

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
  const { content } = responses[200]
  const body = content['application/json']?.schema ?? {}
  const hasBody = Object.keys(body).length > 0
  return (
    <article id={operationId}>
      <h3>
        <code>GET {path}</code>
      </h3>
      <p>
        {summary} {description} Answers {hasBody && <>{renderType(body)} as </>}
        {Object.keys(content).join(', ')}.
      </p>
      {query.length > 0 && renderTable(query)}
    </article>
  )
}

/** Renders one row for each parameter of an endpoint or member of an object. */
function renderTable(
  rows: readonly {
    name: string
    schema: SchemaJson
    description: string | undefined
    required?: boolean
  }[],
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

function renderObject(name: string, { description = '', properties = {} }: SchemaJson) {
  const members = Object.entries(properties)
  return (
    <article id={name}>
      <h3>{name}</h3>
      <p>{renderText(description)}</p>
      {renderTable(
        members.map(([name, schema]) => ({ name, schema, description: schema.description })),
      )}
    </article>
  )
}

/** Renders a schema in a few words: `date-time or null`, `array of Unit`. */
function renderType(schema: SchemaJson): Child {
  const { $ref, items, additionalProperties: members, anyOf: alternatives, format } = schema
  const reference = $ref?.split('/').at(-1)
  if (reference !== undefined) return <a href={`#${reference}`}>{reference}</a>
  if (items !== undefined) return <>array of {renderType(items)}</>
  if (members !== undefined) return <>object of {renderType(members)}</>
  if (alternatives !== undefined) {
    return alternatives.map((each, index) => (
      <>
        {index > 0 ? ' or ' : ''}
        {renderType(each)}
      </>
    ))
  }
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(', ')
  const types = [schema.type].flat()
  return types.map((type) => (type === 'string' ? (format ?? type) : type)).join(' or ')
}
