import { strToU8 } from 'fflate'
import { element, writeXml, type XmlTree } from '../../src/xml/writer.ts'
import { createZip } from '../../src/zip.ts'
import type { Conversion } from '../format.ts'
import { tableOf } from './table.ts'

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/**
 * The rows of `tableOf` as an Office Open XML workbook with one sheet and no styles
 * (https://ecma-international.org/publications-and-standards/standards/ecma-376/). Its cells are texts, so none is ever
 * taken for a formula.
 */
export const xlsx: Conversion = {
  id: 'xlsx',
  extension: 'xlsx',
  mediaType: `${TYPE}.sheet`,
  needsKeys: false,
  write(document) {
    const rows = tableOf(document).map((cells, index) => {
      const number = String(index + 1)
      const columns = cells.map((text, column) => cell(text, `${'ABCDEFGH'[column]}${number}`))
      return element('row', { r: number }, ...columns.flat())
    })
    const sheet = element('worksheet', { xmlns: SHEET }, element('sheetData', {}, ...rows))
    const parts = Object.entries({ ...FRAME, 'xl/worksheets/sheet1.xml': sheet })
    const members = parts.map(([path, root]) => [
      path,
      strToU8(writeXml(root, { head: HEAD, selfClosing: true })),
    ])
    return createZip(Object.fromEntries(members), document.timestamp)
  },
}

function cell(text: string, place: string): XmlTree[] {
  if (text === '') return []
  const content = element('t', { 'xml:space': 'preserve' }, text)
  return [element('c', { r: place, t: 'inlineStr' }, element('is', {}, content))]
}

/** What the parts of every such workbook are, but for the sheet. */
const FRAME: Readonly<Record<string, XmlTree>> = {
  '[Content_Types].xml': element(
    'Types',
    { xmlns: `${PACKAGE}/content-types` },
    element('Default', {
      Extension: 'rels',
      ContentType: 'application/vnd.openxmlformats-package.relationships+xml',
    }),
    override('/xl/workbook.xml', 'sheet.main'),
    override('/xl/worksheets/sheet1.xml', 'worksheet'),
  ),
  '_rels/.rels': relationship('officeDocument', 'xl/workbook.xml'),
  'xl/workbook.xml': element(
    'workbook',
    { xmlns: SHEET, 'xmlns:r': DOCUMENT },
    element('sheets', {}, element('sheet', { name: 'Translation', sheetId: '1', 'r:id': 'rId1' })),
  ),
  'xl/_rels/workbook.xml.rels': relationship('worksheet', 'worksheets/sheet1.xml'),
}

function override(path: string, type: string): XmlTree {
  return element('Override', { PartName: path, ContentType: `${TYPE}.${type}+xml` })
}

function relationship(type: string, target: string): XmlTree {
  return element(
    'Relationships',
    { xmlns: `${PACKAGE}/relationships` },
    element('Relationship', { Id: 'rId1', Type: `${DOCUMENT}/${type}`, Target: target }),
  )
}
