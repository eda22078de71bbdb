import { formats } from '../../formats/index.ts'
import { openRepository } from '../../src/git/open.ts'
import { finish, sideArgument, startProcessorClock } from './side.ts'

/** Parses files that have been read to entries, without pairing them. */
const { repo, format, oids } = sideArgument<{
  repo: string
  format: string
  oids: readonly string[]
}>()
const repository = openRepository({ path: repo })
const files = oids.map((oid) => repository.readBlob(oid))
const parser = formats.get(format)
if (parser === undefined) throw new Error(`no format ${format}`)

const elapsed = startProcessorClock()
let entries = 0
for (const bytes of files) {
  const options = { languageCode: 'en', isMonolingual: true, withoutOffsets: true }
  entries += parser.parse(bytes, options).entries.length
}
const milliseconds = elapsed()
finish({ milliseconds, agreed: files.length, figures: { entries } })
