import { afterAll, expect, test } from 'vitest'
import { conversions } from '../../formats/conversions.ts'
import type { TranslationDocument } from '../../formats/document.ts'
import { writeDocument } from '../../src/api/write-document.ts'
import { createEngine } from '../../src/engine/engine.ts'
import { openStore } from '../../src/storage/store.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'

const store = openStore({ path: createTemporaryFolder() })
const engine = createEngine({ threads: 1, store, maxThreadBytes: 1 << 30 })
const here = createEngine({ threads: 0, store, maxThreadBytes: 1 << 30 })
afterAll(async () => {
  await engine.close()
  await store.close()
})

const language = { code: 'de', name: 'German', filePlural: { number: 2, formula: 'n != 1' } }

function documentOf(texts: readonly string[]): TranslationDocument {
  const units = texts.map((text, index) => ({
    ...{ context: `k${index}`, checksum: '0123456789abcdef', isPlural: false, note: '', flags: '' },
    ...{ sources: [`source ${text}`], targets: [text] },
    ...{ isTranslated: true, isFuzzy: false, isApproved: false },
  }))
  const page = 'https://example.org/'
  return { projectName: 'P', language, sourceLanguage: language, page, timestamp: 0, units }
}

test.each([...conversions])(
  'a thread writes a long document as %s as this one does',
  async (_, conversion) => {
    const document = documentOf(Array<string>(4).fill('Segel '.repeat(100_000)))
    const written = await writeDocument(document, conversion, { engine })
    const expected = await writeDocument(document, conversion, { engine: here })
    expect(Buffer.compare(written, expected)).toBe(0)
  },
)

test('a document whose request has ended is written no further', async () => {
  const document = documentOf(['Segel '.repeat(100_000)])
  const signal = AbortSignal.abort(new Error('hung up'))
  const po = conversions.get('po')!
  await expect(writeDocument(document, po, { engine, signal })).rejects.toThrow('hung up')
})
