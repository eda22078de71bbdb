import { nearest } from '../../config/nearest.ts'
import { inputSchemaOf, type Tool } from './tools.ts'

/** A fault as Ajv tells it. */
interface Fault {
  readonly keyword: string
  /** `/states/0`; empty: all arguments. */
  readonly instancePath: string
  readonly message?: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Returns the function that says what is wrong with the arguments of a call, by name; undefined: nothing. */
export async function createArgumentCheck(): Promise<
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
