import { attributeOf, isElement, type XmlElement } from '../../src/xml/node.ts'
import { joinLocation } from '../location.ts'

/** Reads the `location` elements in one message after another; undefined where a line is relative to none. */
export type ReadLocations = (message: XmlElement) => string | undefined

/**
 * Reads locations in file order, as a line with a sign is relative to the last one before it: `file:line`, joined with
 * commas, with `None` for what is missing.
 */
export function createLocations(): ReadLocations {
  let lastFile: string | undefined
  // Undefined after a line without a sign, which no relative line follows.
  let lastLine: number | undefined = 0

  /** The line that a relative one stands for; undefined if it stands for none. */
  function resolve(line: string): number | undefined {
    if (lastLine === undefined || !/^[-+]\d{1,9}$/.test(line)) return undefined
    lastLine += Number(line)
    return lastLine
  }

  return ({ children, uri }) => {
    const places: string[] = []
    let isBroken = false
    for (const location of children) {
      if (!isElement(location, 'location', uri)) continue
      const file = attributeOf(location, 'filename')
      const line = attributeOf(location, 'line')
      if (line === undefined || !/^[-+]/.test(line)) {
        lastLine = undefined
        lastFile = file ?? lastFile
        if (file || line) places.push(place(file, line))
        continue
      }
      const absolute = resolve(line)
      if (absolute === undefined) return undefined
      lastFile = file ?? lastFile
      if (lastFile !== undefined && absolute < 0) isBroken = true
      if (lastFile !== undefined || absolute !== 0) places.push(place(lastFile, String(absolute)))
    }
    return isBroken ? '' : places.join(', ')
  }
}

function place(file: string | undefined, line: string | undefined): string {
  if (file === undefined) return `None${line}`
  return file === '' ? (line ?? 'None') : joinLocation(file, line ?? 'None')
}
