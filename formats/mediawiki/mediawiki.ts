import { decodeUtf8, expectWhole } from '../../src/text.ts'
import { type ParsedFile, textEntry } from '../entry.ts'
import type { Format } from '../format.ts'
import { readBlocks } from './blocks.ts'

/**
 * Pages of wiki text: the headings, paragraphs, list items and cells of a translation stand for those of the template with
 * the same place, counted by section and kind.
 */
export const mediawiki: Format = {
  id: 'mediawiki',
  name: 'MediaWiki file',
  extension: 'txt',
  mediaType: 'text/plain',
  template: 'always',
  decode: decodeUtf8,
  parse: parsePage,
}

function parsePage(bytes: Uint8Array): ParsedFile {
  const page = decodeUtf8(bytes)
  let section = 0
  const counts = new Map<string, number>()
  const entries = readBlocks(page).map(({ kind, text, offset }, index) => {
    expectWhole(text, page, offset)
    if (kind === 'heading') section++
    const place = `${section} ${kind}`
    const count = (counts.get(place) ?? 0) + 1
    counts.set(place, count)
    const context = kind === 'heading' ? place : `${place} ${count}`
    return textEntry(context, text, index + 1, offset)
  })
  return { entries }
}
