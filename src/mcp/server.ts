import { type CallToolResult, Server } from '@modelcontextprotocol/server'
import { Ajv } from '@modelcontextprotocol/server/validators/ajv'
import { buildVersion } from '../build.ts'
import { nearest } from '../config/nearest.ts'
import { printableJson } from '../text.ts'
import type { ToolSource } from './source.ts'
import { inputSchemaOf, type Tool, tools } from './tools.ts'

interface ToolServerOptions {
  /** Where a tool finds what it is asked about. */
  readonly sourceOf: (tool: string, input: Readonly<Record<string, unknown>>) => ToolSource
  /** What an agent is told of an error, which may be a mistake that it can mend; undefined: the error is a bug. */
  readonly messageOf: (error: unknown) => string | undefined
}

/** A server of the Model Context Protocol (https://modelcontextprotocol.io) for one connection, or one request. */
export function createToolServer({ sourceOf, messageOf }: ToolServerOptions): Server {
  const server = new Server(
    { name: 'gitglot', version: buildVersion() },
    { capabilities: { tools: {} } },
  )
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(definitionOf) }))
  server.setRequestHandler('tools/call', ({ params }) => call(params.name, params.arguments ?? {}))
  async function call(name: string, input: Record<string, unknown>): Promise<CallToolResult> {
    const tool = tools.find((one) => one.name === name)
    if (tool === undefined) return failure(`there is no tool ${JSON.stringify(name)}`)
    const fault = faultOf(tool, input)
    if (fault !== undefined) return failure(fault)
    try {
      return success(await tool.call(sourceOf(name, input), input))
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

/** As text, too, for clients that do not know structured content. */
function success(result: object): CallToolResult {
  return {
    content: [{ type: 'text', text: printableJson(result) }],
    structuredContent: { ...result },
  }
}

/** A mistake that the agent can mend. */
function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}

/** A fault as Ajv tells it. */
interface Fault {
  readonly keyword: string
  /** `/states/0`; empty: all arguments. */
  readonly instancePath: string
  readonly message?: string
  readonly params: Readonly<Record<string, unknown>>
}

const validators = new Map<Tool, ReturnType<InstanceType<typeof Ajv>['compile']>>()

/** What is wrong with the arguments of a call, by name; undefined: nothing. */
function faultOf(tool: Tool, input: Readonly<Record<string, unknown>>): string | undefined {
  const validate = validators.get(tool) ?? new Ajv().compile(inputSchemaOf(tool))
  validators.set(tool, validate)
  if (validate(input)) return undefined
  const [fault] = validate.errors ?? []
  return `${tool.name}: ${fault === undefined ? 'wrong arguments' : sayFault(tool, fault)}`
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
