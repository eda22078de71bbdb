/** A person in a commit, as written there; both parts are free text. */
export interface Identity {
  readonly name: string
  readonly email: string
}

/** Returns the key of a person: the address in lower case, or the name if there is no address. */
export function keyOf({ name, email }: Identity): string {
  return email === '' ? `<>${name}` : email.toLowerCase()
}
