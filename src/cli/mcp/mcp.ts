import { once } from 'node:events'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { nearest } from '../../config/nearest.ts'
import { ConfigError, NotFoundError, RepositoryError } from '../../errors.ts'
import type { Arguments } from '../command.ts'
import { printableJson } from '../output/sanitize-terminal.ts'
import { packageVersion } from '../package.ts'
import { findReadTarget } from '../read-selected.ts'
import { UsageError } from '../usage-error.ts'
import { inputSchemaOf, type Tool, tools } from './tools.ts'

/**
 * Serves the facts of a repository to coding agents through the Model Context Protocol (https://modelcontextprotocol.io) on
 * standard input and output, until the input ends. Throws as `findReadTarget`.
 */
export async function mcp(args: Arguments): Promise<number> {
  const target = await findReadTarget(args, 'mcp')
  const { Server } = await import('@modelcontextprotocol/server')
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
  const faultOf = await createArgumentCheck()
  // Each call reads the repository with all the memory that a command takes.
  let last: Promise<unknown> = Promise.resolve()
  async function call(name: string, input: Record<string, unknown>): Promise<CallToolResult> {
    const tool = tools.find((one) => one.name === name)
    if (tool === undefined) return failure(`there is no tool ${JSON.stringify(name)}`)
    const fault = faultOf(tool, input)
    if (fault !== undefined) return failure(fault)
    try {
      const result = last.then(() => tool.call(target, input))
      last = result.catch(() => undefined)
      return success(await result)
    } catch (error) {
      if (!isExpected(error)) throw error
      return failure(error.message)
    }
  }
  const connection = serveStdio(() => {
    const server = new Server(
      { name: 'gitglot', version: packageVersion() },
      { capabilities: { tools: {} } },
    )
    server.setRequestHandler('tools/list', () => ({ tools: tools.map(definitionOf) }))
    server.setRequestHandler('tools/call', ({ params }) =>
      call(params.name, params.arguments ?? {}),
    )
    return server
  })
  await once(process.stdin, 'end')
  await last
  await connection.close()
  return 0
}

function definitionOf(tool: Tool) {
  const { name, description } = tool
  return {
    name,
    description,
    inputSchema: inputSchemaOf(tool),
    annotations: { readOnlyHint: true },
  }
}

function success(result: object): CallToolResult {
  return { content: [{ type: 'text', text: printableJson(result) }] }
}

/** A mistake that the agent can mend. */
function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

function isExpected(error: unknown): error is Error {
  return [ConfigError, NotFoundError, RepositoryError, UsageError].some(
    (type) => error instanceof type,
  )
}

/** A fault as Ajv tells it. */
interface Fault {
  readonly keyword: string
  /** `/states/0`; empty: all arguments. */
  readonly instancePath: string
  readonly message?: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Returns the function that says what is wrong with the arguments of a call, by name; undefined: nothing. */
async function createArgumentCheck(): Promise<
  (tool: Tool, input: Readonly<Record<string, unknown>>) => string | undefined
> {
  const { Ajv } = await import('@modelcontextprotocol/server/validators/ajv')
  const ajv = new Ajv()
  return (tool, input) => {
    const validate = ajv.compile(inputSchemaOf(tool))
    if (validate(input)) return undefined
    const [fault] = validate.errors ?? []
    return `${tool.name}: ${fault === undefined ? 'wrong arguments' : sayFault(tool, fault)}`
  }
}

function sayFault({ input }: Tool, { keyword, instancePath, message, params }: Fault): string {
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty'])
    const known = Object.keys(input)
    const guess = nearest(name, known)
    const hint = guess === undefined ? `known: ${known.join(', ')}` : `did you mean ${guess}?`
    return `there is no argument ${JSON.stringify(name)}; ${hint}`
  }
  if (keyword === 'required') return `the argument ${params['missingProperty']} is missing`
  const place = instancePath.slice(1).replaceAll('/', '.')
  const allowed = params['allowedValues']
  if (Array.isArray(allowed)) return `${place}: needs one of ${allowed.join(', ')}`
  return `${place}: ${message}`
}
