/** Limits of what is read; a component has its own for bytes and units. */

/** Languages of a component: many times as many as Weblate knows; more than that means a mistaken filemask. */
export const MAX_LANGUAGES = 5000
/** Paths that match a filemask. */
export const MAX_MATCHES = 50_000
/** Longest text of an entry, in UTF-16 units; nobody translates a longer text. */
export const MAX_TEXT_LENGTH: number = 1024 * 1024
/** Files in a folder that is one translation: many times what real ones hold; a hostile tree can hold endlessly many. */
export const MAX_FOLDER_ENTRIES = 10_000
export const MAX_FOLDER_BYTES: number = 64 * 1024 * 1024
