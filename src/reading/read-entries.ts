import {
  type Entry,
  type Fault,
  type ParsedFile,
  type ParseOptions,
  SEP,
} from '../../formats/entry.ts'
import type { FileVersion, Format } from '../../formats/format.ts'
import { type Cache, createCache, identityOf, oncePer } from '../cache.ts'
import type { FoundFault } from '../model/file-summary.ts'
import { CONTROL, nameOfControl, placeAt } from '../text.ts'
import type { Locate } from './entry.ts'

/** The entries of a file, and the places of each. */
export interface Found extends ParsedFile {
  readonly locate: Locate
  /** The first faults, in file order. */
  readonly faults: readonly FoundFault[]
}

/** Most faults kept per file: more of them point to the program that wrote it, not to its texts. */
const MAX_FAULTS = 100
/** In UTF-16 units: people recognize a key by its beginning. */
const MAX_NAME = 200

/**
 * Parses a file without places, which saves most of the time. Parses it again when a place is first asked for, as for
 * broken files. Throws ParseError.
 */
export function readEntries(format: Format, bytes: Uint8Array, options: ParseOptions): Found {
  const faults: Fault[] = []
  const onFault = (fault: Fault) => faults.push(fault)
  const file = format.parse(bytes, { ...options, withoutOffsets: true, onFault })
  const entries = file.entries.some(hasControl) ? file.entries.map(withoutControls) : file.entries
  const parseAgain = () => format.parse(bytes, { ...options, onFault: ignoreFault }).entries
  /** A document beside its source has a code in its name, which its key lacks. */
  function withOwnPath({ path, ...fault }: FoundFault): FoundFault {
    if (path === undefined || format.folder === undefined) return fault
    const ownPath = options.isTemplate ? undefined : format.pathOf?.(path, options.languageCode)
    return { ...fault, path: ownPath ?? path }
  }
  const hasFaults = faults.length > 0 || entries !== file.entries
  return {
    ...file,
    entries,
    faults: hasFaults
      ? placeFaults(faults, parseAgain(), format.decode(bytes)).map(withOwnPath)
      : [],
    locate(entry) {
      const located = parseAgain()[entries.indexOf(entry)] ?? entry
      return placeAt(format.decode(bytes), located.offset)
    },
  }
}

/** Reads a file again whose faults are already reported. */
export function ignoreFault(): void {}

/** Finds the places of faults; `text` is that of the file, `''` for a folder. */
function placeFaults(
  faults: readonly Fault[],
  entries: readonly Entry[],
  text: string,
): FoundFault[] {
  const ofEntries = entries.flatMap((entry, index): Fault[] => {
    const control = controlIn(entry)
    if (control === undefined) return []
    const message = `The text holds the control character ${nameOfControl(control)}`
    const context = nameOf(entry)
    if (text === '') {
      const path = (entry.location ?? '').replace(/:\d+$/, '')
      const location = { path, ...placeAt(entry.target, entry.target.indexOf(control)) }
      return [{ message, offset: 0, location, context }]
    }
    const end = entries[index + 1]?.offset ?? text.length
    // The character may be written as an escape.
    const written = text.slice(entry.offset, end).indexOf(control)
    return [{ message, offset: entry.offset + Math.max(0, written), context }]
  })
  const nameAt = (offset: number) =>
    nameOf(entries.findLast((entry) => entry.offset <= offset) ?? { context: '', source: '' })
  return [...faults, ...ofEntries]
    .sort((fault, other) => fault.offset - other.offset)
    .slice(0, MAX_FAULTS)
    .map(({ message, offset, location, context = nameAt(offset), kind = 'refused' }) => {
      const name = context.slice(0, MAX_NAME)
      return { message, kind, name, ...(location ?? placeAt(text, offset)) }
    })
}

function nameOf({ context, source }: Pick<Entry, 'context' | 'source'>): string {
  return (context || source).replace(CONTROLS, '\ufffd')
}

const CONTROLS = new RegExp(CONTROL, 'g')

function hasControl(entry: Entry): boolean {
  return controlIn(entry) !== undefined
}

/** Returns the first control character in an entry's texts that no unit may have; `SEP` is none. */
function controlIn({ context, source, target }: Entry): string | undefined {
  const hasControl = CONTROL.test(target) || CONTROL.test(source) || CONTROL.test(context)
  if (!hasControl) return undefined
  const texts = [context, ...source.split(SEP), ...target.split(SEP)]
  return CONTROL.exec(texts.join(''))?.[0]
}

/** Replaces each such character by U+FFFD. */
function withoutControls(entry: Entry): Entry {
  const clean = (text: string): string =>
    text
      .split(SEP)
      .map((form) => form.replace(CONTROLS, '\ufffd'))
      .join(SEP)
  const context = entry.context.replace(CONTROLS, '\ufffd')
  return { ...entry, context, source: clean(entry.source), target: clean(entry.target) }
}

const MAX_VERSION_BYTES = 32 << 20
/** Memory that a file's entries take, per byte of the file. */
const ENTRIES_PER_BYTE = 8

/** The version of a file that was read last. */
export interface KeptVersion {
  readonly version: FileVersion
  /** Whether no version so far had control characters. */
  readonly isClean: boolean
}

interface ParsedVersion {
  readonly entries: readonly Entry[]
  readonly plural: ParsedFile['plural'] | undefined
}

/** Returns a cache for the versions that several readers read last. */
export function createVersions(): Cache<KeptVersion> {
  return createCache({ maxBytes: MAX_VERSION_BYTES })
}

/**
 * Reads files without places, as `readEntries` does, one version of a language after another: consecutive versions hardly
 * differ, so parts are reused. Throws ParseError.
 */
export function createVersionReader(
  format: Format,
  role: Omit<ParseOptions, 'languageCode'>,
  versions: Cache<KeptVersion>,
): (bytes: Uint8Array, languageCode: string) => ParsedVersion {
  const cleaned = oncePer(withoutControls)
  const clean = (entries: readonly Entry[]) =>
    entries.map((entry) => (hasControl(entry) ? cleaned(entry) : entry))
  const name = identityOf(cleaned)
  return (bytes, languageCode) => {
    const options = { ...role, languageCode, withoutOffsets: true, onFault: ignoreFault }
    if (format.readVersion === undefined) {
      const { entries, plural } = format.parse(bytes, options)
      return { entries: entries.some(hasControl) ? clean(entries) : entries, plural }
    }
    // A file of all languages is read for one after another.
    const key = `${name} ${format.languages === undefined ? languageCode : ''}`
    const last = versions.get(key)
    const version = format.readVersion(bytes, last?.version, options)
    const { entries, plural } = version
    const before = last?.version.entries ?? []
    const isClean =
      last?.isClean !== false &&
      !entries.some((entry, index) => entry !== before[index] && hasControl(entry))
    versions.set(key, { version, isClean }, ENTRIES_PER_BYTE * bytes.length)
    return { entries: isClean ? entries : clean(entries), plural }
  }
}
