import { once } from '../cache.ts'
import type { AskedComponent, ComponentWork } from '../catalog/component-work.ts'
import { sampleDirectoryOf } from '../discovery/ignored-paths.ts'
import type { Repository } from '../git/repository.ts'
import { groupBy } from '../group-by.ts'
import type { Component } from '../model/model.ts'
import { contextOf, sourceForms } from '../model/unit.ts'
import { createPlaceFinder, type TextPosition } from '../text.ts'
import { sourceOf } from '../view/view.ts'
import { markBuiltKeys } from './built-keys.ts'
import { type CodeFile, readCodeFiles } from './code-files.ts'
import { CALL_FORMATS, type CallKind, callsIn, scoped } from './key-calls.ts'
import { KeyIndex, NAMED } from './key-index.ts'
import { hasNamedKeys, isImplicit, nameOfKey, namesOfKey } from './key-names.ts'

/** A key that code looks up but no template has. */
export interface UndefinedKey extends TextPosition {
  readonly key: string
  readonly filename: string
}

/** How the code next to a component uses its keys. */
export interface KeyUsage {
  /** Rows of the source translation whose keys no file names; undefined if the code is not in this repository. */
  readonly unused: readonly number[] | undefined
  readonly undefinedKeys: readonly UndefinedKey[]
}

/** Finds which keys of each component the files of its commit name. Throws RepositoryError if a file cannot be read. */
export const keyUsageWork: ComponentWork<undefined, readonly KeyUsage[]> = {
  name: 'key-usage',
  run(components, _args, progress, repositoryOf) {
    const usages = new Map<AskedComponent, KeyUsage>()
    const groups = groupBy(components, ({ component }) => {
      const gitDir = repositoryOf(component)?.place.gitDir ?? ''
      return `${gitDir} ${component.commit?.tree ?? ''}`
    })
    for (const group of groups.values()) {
      const [{ component }] = group
      const repository = repositoryOf(component)
      if (repository === undefined || component.commit === undefined) continue
      const ofGroup = new GroupUsage(group).read(repository, component.commit.tree)
      for (const [index, usage] of ofGroup.entries()) usages.set(group[index]!, usage)
      progress(usages.size, components.length, 'components')
    }
    const nothing = { unused: undefined, undefinedKeys: [] }
    return components.map((component) => usages.get(component) ?? nothing)
  },
}

/** If a smaller share of keys is named, the code that uses them must be elsewhere. */
const LEAST_NAMED = 0.1
/** The minimum share of a package's calls of one kind whose keys exist, for the others to count as undefined. */
const LEAST_KNOWN = 0.5

/** The components of one tree, and how its code uses their keys. */
class GroupUsage {
  readonly #components: readonly Component[]
  readonly #index = new KeyIndex()
  /** The rows of each component, with the ids of the names of their key. */
  readonly #rows: (readonly (readonly [row: number, ids: readonly number[]])[])[] = []
  /** The component of each key, by kind of call. */
  readonly #byKey: Readonly<Record<CallKind, Map<string, number>>> = {
    ...{ i18n: new Map(), android: new Map(), flutter: new Map(), gettext: new Map() },
  }
  /** Keys to which source texts refer. */
  readonly #namedByTexts = new Set<string>()
  /** Files from which gettext extracts texts. */
  readonly #extracted = new Set<string>()
  /** Names of templates up to the first dot. */
  readonly #files = new Set<string>()
  readonly #translations = new Set<string>()
  /** Calls with unknown keys. Each is attributed to the component whose keys the neighboring files use. */
  readonly #unknown: (UndefinedKey & { readonly kind: CallKind })[] = []
  /** The component of each resolved call, by kind and folder. */
  readonly #resolved = new Map<string, number[]>()
  readonly #packages = new Set<string>()

  constructor(group: readonly AskedComponent[]) {
    this.#components = group.map(({ component }) => component)
    for (const [index, member] of group.entries()) this.#add(member, index)
  }

  #add({ component: { config }, translations }: AskedComponent, index: number): void {
    const { template, newBase, intermediate, fileFormat } = config
    for (const path of [template, newBase, intermediate]) this.#translations.add(path)
    for (const { filename } of translations) this.#translations.add(filename)
    const rows: [number, number[]][] = []
    this.#rows.push(rows)
    if (CALL_FORMATS.gettext.test(fileFormat)) this.#addTexts(translations, index)
    const source = sourceOf({ translations })
    if (source === undefined || !hasNamedKeys(config)) return
    const units = source.units()
    const keys = Array.from({ length: units.table.count }, (_, row) =>
      nameOfKey(contextOf(units, row), fileFormat),
    )
    const keySet = new Set(keys)
    for (let row = 0; row < units.table.count; row++) {
      for (const [, ...names] of (units.table.sources.at(row) ?? '').matchAll(REFERENCE)) {
        this.#namedByTexts.add(names.find((name) => name !== undefined) ?? '')
      }
    }
    const kinds = kindsOf(fileFormat)
    for (const [row, key] of keys.entries()) {
      const names = namesOfKey(key, fileFormat, (name) => keySet.has(name))
      for (const kind of kinds) for (const name of names) this.#byKey[kind].set(name, index)
      if (isImplicit(key, config)) continue
      const ids = names.map((name) => this.#index.add(name)).filter((id) => id >= 0)
      if (ids.length > 0) rows.push([row, ids])
    }
    const [file = ''] = template.slice(template.lastIndexOf('/') + 1).split('.', 1)
    this.#files.add(file)
  }

  #addTexts(translations: AskedComponent['translations'], index: number): void {
    for (const { units: read } of translations) {
      const units = read()
      for (let row = 0; row < units.table.count; row++) {
        this.#byKey.gettext.set(sourceForms(units, row)[0] ?? '', index)
      }
      for (const locations of units.table.locations.values()) {
        for (const location of locations.split(/,?\s+|,/)) {
          this.#extracted.add(location.replace(/:\d+$/, ''))
        }
      }
    }
  }

  /** Reads the code of a tree. Returns the usage of each component. */
  read(repository: Repository, tree: string): KeyUsage[] {
    for (const key of this.#namedByTexts) this.#index.mark(key)
    const isTranslation = (path: string) => this.#translations.has(path)
    for (const file of readCodeFiles(repository, tree, isTranslation)) this.#readFile(file)
    this.#index.finish()
    const undefinedKeys = this.#undefinedKeys()
    return this.#components.map(({ config: { fileFormat } }, index) => {
      const rows = this.#rows[index] ?? []
      const isResource = fileFormat === 'aresource'
      const flags = NAMED.resource | NAMED.quoted | (isResource ? 0 : NAMED.word)
      const unused = rows.filter(([, ids]) => ids.every((id) => !(this.#index.namesOf(id) & flags)))
      const isElsewhere = rows.length - unused.length < LEAST_NAMED * rows.length
      return {
        unused: isElsewhere ? undefined : unused.map(([row]) => row),
        undefinedKeys: undefinedKeys.get(index) ?? [],
      }
    })
  }

  #readFile(file: CodeFile): void {
    const { path, text } = file
    this.#index.markText(text, file.isData)
    const { calls, possibleKeys, scopes, openScopes } = callsIn(file, this.#extracted.has(path))
    markBuiltKeys(text, this.#index, scopes, this.#files)
    for (const scope of openScopes) this.#index.markBuilt(`${scope}.`, '')
    for (const { kind, key } of calls) if (kind === 'i18n') this.#index.mark(key)
    for (const { scopes: keyScopes, keys } of possibleKeys) {
      for (const scope of keyScopes) for (const key of keys) this.#index.mark(scoped(scope, key))
    }
    const folder = folderOf(path)
    if (MANIFEST.test(path)) this.#packages.add(folder)
    if (/(?:^|\/)res\/values[^/]*\/[^/]+\.xml$|\.gradle(?:\.kts)?$/.test(path)) this.#define(text)
    if (isTest(path)) return
    const placeAt = once(() => createPlaceFinder(text))
    for (const { kind, key, at } of calls) {
      const component = this.#componentOf(kind, key)
      const place = `${kind} ${folder}`
      if (component === undefined) {
        this.#unknown.push({ kind, key, filename: path, ...placeAt()(at) })
      } else {
        const resolved = this.#resolved.get(place) ?? []
        resolved.push(component)
        this.#resolved.set(place, resolved)
      }
    }
  }

  /** Records Android strings that belong to no component. */
  #define(text: string): void {
    for (const [, first = '', name = first] of text.matchAll(DEFINED)) {
      const key = name.replaceAll('.', '_')
      if (!this.#byKey.android.has(key)) this.#byKey.android.set(key, -1)
    }
  }

  #componentOf(kind: CallKind, key: string): number | undefined {
    const components = this.#byKey[kind]
    if (kind !== 'i18n') return components.get(kind === 'android' ? key.replaceAll('.', '_') : key)
    const withoutNamespace = key.replace(/^[\w./-]+:(?=\S)/, '')
    const [file = ''] = withoutNamespace.split('.', 1)
    const inFile = this.#files.has(file)
      ? withoutNamespace.slice(file.length + 1)
      : withoutNamespace
    for (const name of [key, withoutNamespace, inFile]) {
      const component = components.get(name)
      if (component !== undefined) return component
      if (['.', '_', '['].some((end) => this.#index.hasBeginning(name + end))) return -1
    }
    return undefined
  }

  /** Returns undefined keys by component: that whose keys most calls of the same kind in their package use. */
  #undefinedKeys(): Map<number, UndefinedKey[]> {
    // An Android string may be defined in a file that was read later.
    const unknown = this.#unknown.filter(
      ({ kind, key }) => this.#componentOf(kind, key) === undefined,
    )
    const resolvedIn = groupBy(this.#resolved, ([place]) => {
      const [kind = ''] = place.split(' ', 1)
      return `${kind} ${this.#packageOf(place.slice(kind.length + 1))}`
    })
    const packages = groupBy(
      unknown,
      ({ kind, filename }) => `${kind} ${this.#packageOf(folderOf(filename))}`,
    )
    const undefinedKeys = new Map<number, UndefinedKey[]>()
    for (const [place, calls] of packages) {
      const owners = (resolvedIn.get(place) ?? []).flatMap(([, components]) => components)
      if (owners.length < LEAST_KNOWN * (owners.length + calls.length)) continue
      const owner = mostFrequent(owners.filter((component) => component >= 0))
      if (owner === undefined) continue
      const keys = undefinedKeys.get(owner) ?? []
      for (const call of calls) keys.push(call)
      undefinedKeys.set(owner, keys)
    }
    return undefinedKeys
  }

  /** Returns the closest ancestor folder that has a manifest. */
  #packageOf(folder: string): string {
    if (folder === '' || this.#packages.has(folder)) return folder
    return this.#packageOf(folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1))
  }
}

function mostFrequent(numbers: readonly number[]): number | undefined {
  const groups = [...groupBy(numbers, (number) => number).values()]
  return groups.sort((a, b) => b.length - a.length)[0]?.[0]
}

function kindsOf(fileFormat: string): CallKind[] {
  const kinds = (Object.keys(CALL_FORMATS) as CallKind[]).filter((kind) => kind !== 'gettext')
  return kinds.filter((kind) => CALL_FORMATS[kind].test(fileFormat))
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

/** Matches a reference to another key: i18next's `$t(key)`, vue-i18n's `@:key` and `@.lower:key`, Android's. */
const REFERENCE =
  /\$t\(\s*([\w.:-]+)|@(?:\.\w+)?:[({]?'?([\w-]+(?:\.[\w-]+)*)|@(?:string|plurals)\/(\w+)/g

const MANIFEST =
  /(?:^|\/)(?:package\.json|pubspec\.yaml|build\.gradle(?:\.kts)?|composer\.json|pyproject\.toml)$/
const DEFINED =
  /<(?:string|plurals|string-array|integer-array|array|item)\b[^>]{0,200}?\bname="([\w.]+)"|\bresValue\b[^"'\n]{0,20}["']string["']\s*,\s*["'](\w+)["']/g

/** Returns whether a file is a test, which may use keys of its own. */
function isTest(path: string): boolean {
  return (
    sampleDirectoryOf(path) !== undefined ||
    /\.(?:test|spec|stories|cy)\.\w+$|(?:^|\/)(?:e2e|cypress|__mocks__)\//.test(path)
  )
}
