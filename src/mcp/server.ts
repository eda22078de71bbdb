import { type CallToolResult, Server } from '@modelcontextprotocol/server'
import { Ajv } from '@modelcontextprotocol/server/validators/ajv'
import { buildVersion } from '../build.ts'
import { oncePer } from '../cache.ts'
import { nearest } from '../config/nearest.ts'
import { printableJson } from '../text.ts'
import type { ToolSource } from './source.ts'
import { type Input, inputSchemaOf, type Tool, tools } from './tools.ts'

/**
 * Creates a server of the Model Context Protocol (https://modelcontextprotocol.io) for one connection or one request.
 * `sourceOf` returns the source from which a tool reads, `messageOf` the message of an error that an agent may be able to
 * correct, or undefined if the error is a bug.
 */
export function createToolServer(
  sourceOf: (tool: string, input: Readonly<Record<string, unknown>>) => ToolSource,
  messageOf: (error: unknown) => string | undefined,
): Server {
  const server = new Server(
    { name: 'gitglot', version: buildVersion() },
    { capabilities: { tools: {} } },
  )
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(definitionOf) }))
  server.setRequestHandler('tools/call', ({ params }) => call(params.name, params.arguments ?? {}))
  async function call(name: string, input: Record<string, unknown>): Promise<CallToolResult> {
    const tool = tools.find((candidate) => candidate.name === name)
    if (tool === undefined) return failure(`there is no tool ${JSON.stringify(name)}`)
    const fault = faultOf(tool, input)
    if (fault !== undefined) return failure(fault)
    try {
      // The schema of the tool holds.
      return success(await tool.call(sourceOf(name, input), input as unknown as Input))
    } catch (error) {
      const message = messageOf(error)
      if (message === undefined) throw error
      return failure(message)
    }
  }
  return server
}

function definitionOf(tool: Tool) {
  const { name, description, output: outputSchema } = tool
  const annotations = { readOnlyHint: true }
  return { name, description, inputSchema: inputSchemaOf(tool), outputSchema, annotations }
}

/** Repeats the result as text for clients that do not support structured content. */
function success(result: object): CallToolResult {
  return {
    content: [{ type: 'text', text: printableJson(result) }],
    structuredContent: { ...result },
  }
}

/** Returns an error that the agent can correct. */
function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

const validatorOf = oncePer((tool: Tool) => new Ajv().compile(inputSchemaOf(tool)))

type Fault = NonNullable<ReturnType<typeof validatorOf>['errors']>[number]

/** Returns what is wrong with the arguments of a call, by name; undefined if they are valid. */
function faultOf(tool: Tool, input: Readonly<Record<string, unknown>>): string | undefined {
  const validate = validatorOf(tool)
  if (validate(input)) return undefined
  const [fault] = validate.errors ?? []
  return `${tool.name}: ${fault === undefined ? 'wrong arguments' : sayFault(tool, fault)}`
}

function sayFault({ input }: Tool, { keyword, instancePath, message, params }: Fault): string {
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty'])
    const names = Object.keys(input)
    const guess = nearest(name, names)
    const hint = guess === undefined ? `known: ${names.join(', ')}` : `did you mean ${guess}?`
    return `there is no argument ${JSON.stringify(name)}; ${hint}`
  }
  if (keyword === 'required') return `the argument ${params['missingProperty']} is missing`
  const place = instancePath.slice(1).replaceAll('/', '.')
  const allowed = params['allowedValues']
  if (Array.isArray(allowed)) return `${place}: needs one of ${allowed.join(', ')}`
  return `${place}: ${message}`
}
