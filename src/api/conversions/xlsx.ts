import { strToU8 } from 'fflate'
import type { TranslationDocument } from './document.ts'
import { tableOf } from './table.ts'
import { escapeXml } from './xml-text.ts'
import { createZip } from './zip.ts'

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What every workbook with one sheet and no styles has (ECMA-376, https://ecma-international.org/publications-and-standards/standards/ecma-376/). */
const FRAME: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${DOCUMENT}"><sheets><sheet name="Translation" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

/** The rows of `tableOf` as an Office Open XML workbook. Its cells are texts, so none is ever taken for a formula. */
export function writeXlsx(document: TranslationDocument): Uint8Array {
  const rows = tableOf(document).map((cells, index) => {
    const number = index + 1
    return `<row r="${number}">${cells.map((text, column) => cell(text, `${'ABCDEFGH'[column]}${number}`)).join('')}</row>`
  })
  const sheet = `<worksheet xmlns="${SHEET}"><sheetData>${rows.join('')}</sheetData></worksheet>`
  const parts = Object.entries({ ...FRAME, 'xl/worksheets/sheet1.xml': sheet })
  return createZip(
    Object.fromEntries(parts.map(([path, text]) => [path, strToU8(`${HEAD}${text}`)])),
    document.timestamp,
  )
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

function cell(text: string, place: string): string {
  if (text === '') return ''
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`
}
