import { createHash } from 'node:crypto'

/** Weblate's limit. */
const MAX_LENGTH = 150

/**
 * The user name for an e-mail address: its local part in lower case (`name` of `1234+name@users.noreply.example`), with
 * characters outside of `a-z0-9.+@_-` replaced by `-`. In names of dots only, which a URL cannot end with, the dots are
 * replaced as well. Empty names become `unknown`.
 */
export function userNameOf(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = at < 0 ? '' : email.slice(at + 1).toLowerCase()
  const whole = at < 0 ? email : email.slice(0, at)
  const local = domain.startsWith('users.noreply.') ? whole.replace(/^\d+\+(?=.)/s, '') : whole
  const name = local
    .toLowerCase()
    .replace(/[^a-z0-9.+@_-]/gu, '-')
    .slice(0, MAX_LENGTH)
  if (name === '') return 'unknown'
  return /^\.+$/.test(name) ? name.replaceAll('.', '-') : name
}

/**
 * A unique name for each address. If several have the same name, each but the first gets `-` and six hexadecimal digits of
 * the SHA-1 of its key (the address in lower case, see `keyOf`), or more digits if those are taken as well.
 */
export function createNaming(): (email: string, key: string) => string {
  const taken = new Set<string>()
  return (email, key) => {
    const plain = userNameOf(email)
    const hash = createHash('sha1').update(key).digest('hex')
    let name = plain
    for (let digits = 6; taken.has(name) && digits <= hash.length; digits++) {
      name = `${plain}-${hash.slice(0, digits)}`
    }
    taken.add(name)
    return name
  }
}
