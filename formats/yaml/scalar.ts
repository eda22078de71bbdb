import { pythonText } from '../json/python-text.ts'
import type { YamlScalar } from './node.ts'

/** The version of YAML that a file names decides what `yes` and `010` are. */
export type YamlVersion = '1.1' | '1.2'

type Meaning = Pick<YamlScalar, 'type' | 'text'>

/** Most digits of an integer in Python. */
const MAX_DIGITS = 4300

/**
 * Matches starts of numbers and dates, and words as short as booleans and null; any other plain scalar is a text in
 * both versions.
 */
const SPECIAL = /^(?:[-+.0-9~]|[A-Za-z]{0,5}$)/

const NULL = /^(?:~|null|Null|NULL)?$/
const BOOLEAN = /^(?:(true|True|TRUE)|false|False|FALSE)$/
const OLD_BOOLEAN = /^(?:(yes|Yes|YES|on|On|ON|y|Y)|no|No|NO|off|Off|OFF|n|N)$/
const FLOAT =
  /^(?:[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+|[-+]?\.[0-9_]+(?:[eE][-+][0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/
const OLD_FLOAT = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+\.[0-9_]*$/
const INTEGER = /^(?!_)[-+]?(?:0b[01_]+|0o[0-7_]+|[0-9_]+|0x[0-9a-fA-F_]+)$/
const OLD_INTEGER = /^[-+]?(?:0b[01_]+|0[0-7_]*|[1-9][0-9_]*(?::[0-5]?[0-9])*|0x[0-9a-fA-F_]+)$/
const TIMESTAMP =
  /^[0-9]{4}-(?:[0-9]{2}-[0-9]{2}|[0-9]{1,2}-[0-9]{1,2}(?:[Tt]| +)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?(?: *(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?)$/

/** Returns what a plain scalar without a tag means. */
export function resolvePlain(text: string, version: YamlVersion = '1.2'): Meaning {
  if (!SPECIAL.test(text)) return { type: 'text', text }
  if (NULL.test(text)) return { type: 'null', text: '' }
  const isOld = version === '1.1'
  const boolean = BOOLEAN.exec(text) ?? (isOld ? OLD_BOOLEAN.exec(text) : null)
  if (boolean) return { type: 'boolean', text: boolean[1] === undefined ? 'False' : 'True' }
  if (FLOAT.test(text) || (isOld && OLD_FLOAT.test(text))) {
    return { type: 'float', text: floatText(text) }
  }
  if ((isOld ? OLD_INTEGER : INTEGER).test(text)) return integer(text, isOld)
  if (TIMESTAMP.test(text)) return { type: 'timestamp', text }
  return { type: 'text', text }
}

const TAG = 'tag:yaml.org,2002:'
const UNREADABLE: ReadonlySet<string> = new Set(
  ['float', 'timestamp', 'binary', 'set', 'pairs'].map((name) => TAG + name),
)

/** Returns whether a tag makes values that are not texts and contain none. */
export function isUnreadableTag(tag: string): boolean {
  return UNREADABLE.has(tag)
}

/** Returns what a scalar with a tag means; `!` counts as none, also before quotes. */
export function resolveTagged(text: string, tag: string, version: YamlVersion): Meaning {
  if (tag === '!') return resolvePlain(text, version)
  if (isUnreadableTag(tag)) return { type: 'unreadable', text }
  const type = { [`${TAG}int`]: 'integer', [`${TAG}bool`]: 'boolean', [`${TAG}null`]: 'null' }[tag]
  if (type === undefined) return { type: 'text', text }
  if (type === 'null') return { type, text: '' }
  const meaning = resolvePlain(text, type === 'boolean' ? '1.1' : version)
  return meaning.type === type ? meaning : { type: 'unreadable', text }
}

function integer(written: string, isOld: boolean): Meaning {
  const sign = written.startsWith('-') ? '-' : ''
  const digits = written.replace(/[-+_]/g, '')
  const unreadable: Meaning = { type: 'unreadable', text: written }
  if (digits === '' || digits.length > MAX_DIGITS) return unreadable
  if (digits.includes(':')) {
    const total = digits.split(':').reduce((sum, part) => sum * 60n + BigInt(part), 0n)
    return { type: 'integer', text: signed(sign, total) }
  }
  if (/^0[box]$/.test(digits)) return unreadable
  const isOctal = isOld && /^0[0-7]+$/.test(digits)
  return { type: 'integer', text: signed(sign, BigInt(isOctal ? `0o${digits}` : digits)) }
}

function signed(sign: string, value: bigint): string {
  return value === 0n ? '0' : `${sign}${value}`
}

function floatText(written: string): string {
  const named = /^([-+]?)\.(inf|nan)$/i.exec(written)
  if (named) return `${named[1] === '-' ? '-' : ''}${named[2]?.toLowerCase()}`
  const text = written.replaceAll('_', '')
  return pythonText({ kind: 'number', text, isInteger: false })
}
