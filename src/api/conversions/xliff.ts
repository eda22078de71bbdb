import { type DocumentUnit, firstForm, type TranslationDocument } from './document.ts'
import { escapeAttribute, escapeXml, markupOf, writeNodes } from './xml-text.ts'

/** XLIFF 1.1 with the groups that gettext's representation guide has for plurals; notes keep their blanks. */
export function writePoXliff(document: TranslationDocument): string {
  return writeFile(document, (unit) =>
    unit.isPlural ? pluralGroup(unit) : transUnit(unit, unit.note),
  )
}

/** XLIFF 1.1 with the first form of plurals. */
export function writeXliff(document: TranslationDocument): string {
  return writeFile(document, (unit) => transUnit(unit, unit.note.trim()))
}

function writeFile(
  { units, language, sourceLanguage }: TranslationDocument,
  write: (unit: DocumentUnit) => string,
): string {
  const [source, target] = [sourceLanguage.code, language.code].map(escapeAttribute)
  return `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.1" version="1.1">
  <file original="NoName" source-language="${source}" datatype="plaintext" target-language="${target}">
    <body>
${units.map(write).join('')}    </body>
  </file>
</xliff>
`
}

function transUnit(unit: DocumentUnit, note: string): string {
  const { sources, targets, isTranslated, isFuzzy, isApproved } = unit
  const approved = isTranslated || isFuzzy ? ` approved="${isApproved ? 'yes' : 'no'}"` : ''
  return `      <trans-unit xml:space="preserve"${approved} id="${idOf(unit)}"${flagsOf(unit)}>
        <source>${inline(firstForm(sources))}</source>
        <target${stateOf(unit)}>${inline(firstForm(targets))}</target>
${noteOf(note, '        ')}      </trans-unit>
`
}

/** The first form is repeated and notes come twice, in an order of their own, as Weblate writes it. */
function pluralGroup(unit: DocumentUnit): string {
  const { sources, targets, note } = unit
  const id = idOf(unit)
  const approved = unit.isTranslated ? ' approved="yes"' : ''
  const forms = targets.map((target, index) => {
    const source = sources[Math.min(index, sources.length - 1)] ?? ''
    return `<trans-unit xml:space="preserve" id="${id}[${index}]"${approved}>
          <source>${inline(source)}</source>
          <target${stateOf(unit)}>${inline(target)}</target>
${index === 0 ? '' : noteOf(note.trim(), '          ')}        </trans-unit>
`
  })
  const target = `        <target>${inline(firstForm(targets))}</target>\n`
  const others = forms.slice(1).map((form) => `        ${form}`)
  return `      <group restype="x-gettext-plurals" id="${id}" xml:space="preserve"${flagsOf(unit)}>${forms[0]}${target}${others.join('')}        <source>${inline(firstForm(sources))}</source>
${noteOf(note, '        ')}      </group>
`
}

function idOf({ context, checksum }: DocumentUnit): string {
  return escapeAttribute(context === '' ? checksum : context)
}

function flagsOf({ flags }: DocumentUnit): string {
  return flags === '' ? '' : ` weblate-flags="${escapeAttribute(flags)}"`
}

function stateOf({ isTranslated, isFuzzy, isApproved }: DocumentUnit): string {
  if (isFuzzy) return ' state="needs-review-translation"'
  if (!isTranslated) return ''
  return isApproved ? ' state="final"' : ' state="translated"'
}

function noteOf(note: string, indent: string): string {
  return note === '' ? '' : `${indent}<note from="developer">${escapeXml(note)}</note>\n`
}

/** Well-formed markup stays markup; CDATA sections become text. */
function inline(text: string): string {
  const nodes = markupOf(text)
  return nodes === undefined ? escapeXml(text) : writeNodes(nodes, ({ value }) => escapeXml(value))
}
