import { type Json, JsonNumber } from './json.ts'

/** The numbers of a body as lines `key value`, those of its queues as `key{queue="name"} value`; texts are left out. */
export function encodeOpenMetrics(body: Json): string {
  const lines = membersOf(body).flatMap(([key, value]) => {
    if (isNumber(value)) return [`${key} ${numberText(value)}`]
    return membersOf(value).flatMap(([name, inner]) =>
      isNumber(inner) ? [`${key}{queue="${name}"} ${numberText(inner)}`] : [],
    )
  })
  return [...lines, '# EOF'].join('\n')
}

function membersOf(value: Json): [string, Json][] {
  return value !== null && typeof value === 'object' ? Object.entries(value) : []
}

function isNumber(value: Json): value is number | JsonNumber {
  return typeof value === 'number' || value instanceof JsonNumber
}

function numberText(value: number | JsonNumber): string {
  return typeof value === 'number' ? String(value) : value.text
}
