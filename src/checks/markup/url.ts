import type { Check } from '../check.ts'
import { formCheck } from '../form-check.ts'
import { quote } from '../sentence.ts'

const MAX_URL_LENGTH = 2048
const MAX_HOST_LENGTH = 253

const url =
  /^(?:https?|ftps?):\/\/(?:[^\s:@/]+(?::[^\s:@/]*)?@)?(\[[0-9a-f:.]+\]|[^\s/?#:@[\]]+)(?::\d{1,5})?(?:[/?#]\S*)?$/iu
const IP_NUMBER = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const ipv4 = new RegExp(`^${IP_NUMBER}(?:\\.${IP_NUMBER}){3}$`)
const HOST_LETTERS = 'a-z\\u00a1-\\uffff'
const label = `[${HOST_LETTERS}\\d](?:[${HOST_LETTERS}\\d-]{0,61}[${HOST_LETTERS}\\d])?`
const lastLabel = `(?!-)(?:[${HOST_LETTERS}-]{2,63}|xn--[a-z\\d]{1,59})(?<!-)`
const name = new RegExp(`^(?:${label}\\.)+${lastLabel}\\.?$`, 'iu')

/** Returns whether the text is a single address of a web or file server. */
function isUrl(text: string): boolean {
  if (text.length > 2 * MAX_URL_LENGTH || [...text].length > MAX_URL_LENGTH) return false
  const host = url.exec(text)?.[1]
  if (host === undefined) return false
  if (host.startsWith('[')) return isIpv6(host.slice(1, -1))
  if (host.toLowerCase() === 'localhost' || ipv4.test(host)) return true
  return host.length <= MAX_HOST_LENGTH && name.test(host)
}

/**
 * Accepts up to eight groups, with one `::` for omitted groups, the last two possibly as IPv4.
 * https://www.rfc-editor.org/rfc/rfc4291#section-2.2
 */
function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1) ?? ''
  const hasIpv4 = last.includes('.') && ipv4.test(last) && !text.endsWith('::')
  const hex = hasIpv4 ? groups.slice(0, -1) : groups
  if (!hex.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false
  const count = hex.length + (hasIpv4 ? 2 : 0)
  return halves.length === 2 ? count < 8 : count === 8
}

/** Checks that a translation is an address. */
export const urlCheck: Check = formCheck({
  id: 'url',
  name: 'URL',
  description: 'The translation does not contain a URL',
  severity: 'error',
  enabledBy: ['url'],
  fails: (source, target) => source !== '' && !isUrl(target),
  explain: ({ target }) => [
    target === '' ? 'The translation is empty' : `${quote(target)} is not a URL`,
    ['target', 0, target.length],
  ],
})
