import { parseFlags } from '../checks/flags.ts'

/** Styles of names in single braces that the check of ICU messages knows, and whose own checks take such messages apart. */
const IN_ICU_MESSAGES: ReadonlySet<string> = new Set(['vue-format', 'c-sharp-format'])

/**
 * The flags of a component with those that were found for it in former files: a change that breaks the placeholders of
 * many texts would otherwise switch off their check.
 */
export function withFormerFlags(now: string, former: string): string {
  const [own, before] = [parseFlags(now), parseFlags(former)]
  const all = new Set([...before.keys(), ...own.keys()])
  const isTaken = (flag: string) =>
    all.has('icu-message-format') && IN_ICU_MESSAGES.has(flag) && own.has(flag) !== before.has(flag)
  const added = [...before.keys()].filter((flag) => !own.has(flag) && !isTaken(flag))
  const dropped = [...own.keys()].filter(isTaken).map((flag) => `discard:${flag}`)
  return [...added, now, ...dropped].filter(Boolean).join(', ')
}
