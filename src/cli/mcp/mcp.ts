import { once } from 'node:events'
import PQueue from 'p-queue'
import { ConfigError, NotFoundError, RepositoryError } from '../../errors.ts'
import type { Arguments } from '../command.ts'
import { printableJson } from '../output/sanitize-terminal.ts'
import { packageVersion } from '../package.ts'
import { findReadTarget } from '../read-selected.ts'
import { UsageError } from '../usage-error.ts'
import { type Tool, tools } from './tools.ts'

/**
 * Serves the facts of a repository to coding agents through the Model Context Protocol (https://modelcontextprotocol.io) on
 * standard input and output, until the input ends. Throws UsageError without its package, else as `findReadTarget`.
 */
export async function mcp(args: Arguments): Promise<number> {
  const sdk = await loadSdk()
  const target = await findReadTarget(args, 'mcp')
  const server = new sdk.Server(
    { name: 'gitglot', version: packageVersion() },
    { capabilities: { tools: {} } },
  )
  const validator = new sdk.AjvJsonSchemaValidator()
  // Each call reads the repository with all the memory that a command takes.
  const queue = new PQueue({ concurrency: 1 })
  server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({ tools: tools.map(definitionOf) }))
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) return failure(`there is no tool ${JSON.stringify(params.name)}`)
    const validate = validator.getValidator<Record<string, unknown>>(inputSchemaOf(tool))
    const input = validate(params.arguments ?? {})
    if (!input.valid) return failure(input.errorMessage)
    try {
      return success(await queue.add(() => tool.call(target, input.data)))
    } catch (error) {
      if (!isExpected(error)) throw error
      return failure(error.message)
    }
  })
  await server.connect(new sdk.StdioServerTransport())
  await once(process.stdin, 'end')
  await queue.onIdle()
  await server.close()
  return 0
}

/** An optional package: who does not use this command does not need it. */
async function loadSdk() {
  try {
    const [server, stdio, types, validation] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/index.js'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
      import('@modelcontextprotocol/sdk/types.js'),
      import('@modelcontextprotocol/sdk/validation/ajv'),
    ])
    return { ...server, ...stdio, ...types, ...validation }
  } catch (error) {
    throw new UsageError(
      'gitglot mcp needs a package: npm install @modelcontextprotocol/sdk (with -g if gitglot was installed so)',
      { cause: error },
    )
  }
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

function inputSchemaOf({ input, required = [] }: Tool) {
  return {
    type: 'object' as const,
    properties: { ...input },
    required: [...required],
    additionalProperties: false,
  }
}

function success(result: object) {
  return { content: [{ type: 'text' as const, text: printableJson(result) }] }
}

/** A mistake that the agent can mend. */
function failure(text: string) {
  return { content: [{ type: 'text' as const, text }], isError: true }
}

function isExpected(error: unknown): error is Error {
  return [ConfigError, NotFoundError, RepositoryError, UsageError].some(
    (type) => error instanceof type,
  )
}
