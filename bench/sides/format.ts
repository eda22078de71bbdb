import { createRequire } from 'node:module'
import type { SaxesParser } from 'saxes'
import { formats } from '../../formats/index.ts'
import { formatFile } from '../format-files.ts'
import { finish, sideArgument, startProcessorClock } from './side.ts'

/** Parses the same file several times with gitglot or a library. The time is for one pass after warm-up. */
const ROUNDS = 25
const WARMING_ROUNDS = 50

const { format, library } = sideArgument<{ format: string; library?: string }>()
const bytes = formatFile(format)
const parse = library === undefined ? createOurs(format) : createOther(library)
for (let round = 0; round < WARMING_ROUNDS; round++) parse()
const elapsed = startProcessorClock()
for (let round = 0; round < ROUNDS; round++) parse()
finish({ milliseconds: elapsed() / ROUNDS, agreed: bytes.length })

function createOurs(id: string): () => unknown {
  const reader = formats.get(id)
  if (reader === undefined) throw new Error(`no format ${id}`)
  const isMonolingual = reader.template !== 'never'
  return () => reader.parse(bytes, { languageCode: 'en', isMonolingual, withoutOffsets: true })
}

/** Most libraries have no matching types; their results are ignored. */
function createOther(name: string): () => unknown {
  const loaded = createRequire(import.meta.url)(name)
  if (name === 'php-parser') {
    const engine = new loaded.Engine({ parser: { extractDoc: true } })
    return () => engine.parseCode(bytes.toString(), 'file.php')
  }
  if (name === 'js-yaml') return () => loaded.load(bytes.toString())
  if (name === 'saxes') return () => readTexts(new loaded.SaxesParser())
  return () => loaded.parse(bytes.toString())
}

/** Runs saxes with handlers for text only. */
function readTexts(parser: SaxesParser): unknown {
  const texts: string[] = []
  parser.on('text', (text) => texts.push(text))
  parser.on('cdata', (text) => texts.push(text))
  parser.write(bytes.toString()).close()
  return texts
}
