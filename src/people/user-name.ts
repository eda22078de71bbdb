import { createHash } from 'node:crypto'

/** Weblate's limit. */
const MAX_LENGTH = 150

/**
 * Derives a user name from an e-mail address: the local part in lower case (`name` of
 * `1234+name@users.noreply.example`), with `-` for characters outside `a-z0-9.+@_-`. Replaces the dots of a name that
 * has only dots, since a URL cannot end with those. An empty name becomes `unknown`.
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
 * Returns a function that gives each address a unique name. If a name is taken, appends `-` and six hex digits of the
 * SHA-1 of the key (the address in lower case, see `keyOf`), or more digits if that name is taken too.
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
