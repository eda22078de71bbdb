/** Who somebody says to be, as a commit names its author: both parts are free text. */
export interface Identity {
  readonly name: string
  readonly email: string
}

/** What tells people apart: the address without regard to case; the name where there is none. */
export function keyOf({ name, email }: Identity): string {
  return email === '' ? `<>${name}` : email.toLowerCase()
}
