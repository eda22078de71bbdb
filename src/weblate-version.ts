import { oncePer } from './cache.ts'

/** The versions of Weblate whose answers gitglot gives. */
export const WEBLATE_VERSIONS = ['5.14', '2026.10'] as const
export type WeblateVersion = (typeof WEBLATE_VERSIONS)[number]

/** What Weblate 2026.10 does in another way than 5.14, whose way all other members say. */
export interface Versioned<T extends object> {
  readonly as2026?: Partial<T>
}

/** A format or check as a version has it: the same object each time. */
export function inVersion<T extends Versioned<T>>(value: T, version: WeblateVersion): T {
  // What is made of an object has its type.
  return version === '5.14' || value.as2026 === undefined ? value : (in2026(value) as T)
}

const in2026 = oncePer((versioned: Versioned<object>): object => ({
  ...versioned,
  ...versioned.as2026,
}))
