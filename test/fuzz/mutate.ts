import { type Choices, createChoices } from '../support/choices.ts'

/** Bytes with a meaning for some parser. */
const BYTES: readonly number[] = [
  ...[0, 1, 9, 10, 13, 0x1b, 0x1e, 0x20, 0x22, 0x25, 0x26, 0x27, 0x2c, 0x3a, 0x3c, 0x3e, 0x5b],
  ...[0x5c, 0x7b, 0x7d, 0x7f, 0x80, 0xbf, 0xc0, 0xe2, 0xed, 0xef, 0xf0, 0xfe, 0xff],
]

/** Flips bits, inserts bytes and tokens, and removes, copies or repeats pieces, a few times at random. */
export function mutate(
  original: Uint8Array,
  choices: Choices,
  tokens: readonly string[] = [],
): Buffer {
  const { below, pick } = choices
  let bytes: Buffer = Buffer.from(original)
  for (let left = 1 + below(5); left > 0; left--) {
    const at = below(bytes.length + 1)
    const end = Math.min(bytes.length, at + 1 + below(30))
    const piece = bytes.subarray(at, end)
    const insert = (...parts: readonly Uint8Array[]): Buffer =>
      Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)])
    switch (below(8)) {
      case 0:
        if (at < bytes.length) bytes[at] = bytes[at]! ^ (1 << below(8))
        break
      case 1:
        bytes = insert(Buffer.of(BYTES[below(BYTES.length)]!))
        break
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])
        break
      case 3:
        bytes = insert(...Array.from({ length: below(60) }, () => piece))
        break
      case 4:
        bytes = bytes.subarray(0, below(4) === 0 ? at : bytes.length)
        break
      case 5: {
        const from = below(bytes.length + 1)
        bytes = insert(bytes.subarray(from, from + below(200)))
        break
      }
      default:
        bytes = insert(Buffer.from(pick(tokens)))
    }
    bytes = Buffer.from(bytes)
  }
  return bytes
}

interface FuzzOptions {
  readonly rounds: number
  readonly seeds: readonly Uint8Array[]
  readonly tokens?: readonly string[]
  /** The class of errors that `run` may throw. */
  readonly expected: abstract new (
    ...args: never[]
  ) => Error
  readonly run: (bytes: Buffer) => void
}

/** `FUZZ=100` runs a hundred times as many rounds as `npm run test:system`; the default is none. */
const TIMES = Number(process.env['FUZZ'] ?? 0)

/** CPU time; even a slow machine needs only a tenth of it. */
const MAX_MILLISECONDS = 2000

/** How many rounds run. */
export function roundsOf(rounds: number): number {
  return rounds * TIMES
}

/**
 * Runs the seeds and mutations of them: each must end in time, and throw nothing but the expected error. A failure contains its
 * input; add that to the seeds with the fix.
 */
export function fuzz({ rounds, seeds, tokens, expected, run }: FuzzOptions): void {
  for (let round = -seeds.length; round < roundsOf(rounds); round++) {
    const choices = createChoices(round * 7919)
    const seed = seeds[round < 0 ? round + seeds.length : choices.below(seeds.length)]!
    const bytes = round < 0 ? Buffer.from(seed) : mutate(seed, choices, tokens)
    const start = process.cpuUsage()
    let failure: unknown
    try {
      run(bytes)
    } catch (error) {
      if (!(error instanceof expected)) failure = error
    }
    const { user, system } = process.cpuUsage(start)
    if ((user + system) / 1000 > MAX_MILLISECONDS) failure ??= new Error('took too long')
    if (failure !== undefined) {
      const shown = `round ${round}: ${bytes.length} bytes, ${bytes.toString('base64').slice(0, 20_000)}`
      throw new Error(shown, { cause: failure })
    }
  }
}
