import { oncePer } from './cache.ts'

/** Supported versions of Weblate. */
export const WEBLATE_VERSIONS = ['5.14', '2026.10'] as const
export type WeblateVersion = (typeof WEBLATE_VERSIONS)[number]

/** Something that differs between versions of Weblate: `as2026` overrides what the other members say for 5.14. */
export interface Versioned<T extends object> {
  readonly as2026?: Partial<T>
}

/** Returns a format or check as it is in a version: always the same object. */
export function inVersion<T extends Versioned<T>>(value: T, version: WeblateVersion): T {
  // A copy of an object has its type.
  return version === '5.14' || value.as2026 === undefined ? value : (in2026(value) as T)
}

const in2026 = oncePer((versioned: Versioned<object>): object => ({
  ...versioned,
  ...versioned.as2026,
}))
