import { afterAll, expect, test, vi } from 'vitest'
import { conversions } from '../../formats/conversions.ts'
import type { TranslationDocument } from '../../formats/document.ts'
import { writeDocument } from '../../src/api/write-document.ts'
import { createWorkerPool } from '../../src/catalog/updates/worker-pool.ts'
import { memoryBudget } from '../../src/memory.ts'
import { openStore } from '../../src/storage/store.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'

const store = openStore({ path: createTemporaryFolder() })
const pool = createWorkerPool({ threads: 1, store, memory: memoryBudget(1 << 30) })
afterAll(async () => {
  await pool.close()
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

test.each([...conversions])('a thread writes long documents as %s', async (_, conversion) => {
  const document = documentOf(Array<string>(4).fill('Segel '.repeat(100_000)))
  const call = vi.fn(pool.call) as typeof pool.call
  const written = await writeDocument(document, conversion, { pool: { threads: 1, call } })
  expect(call).toHaveBeenCalledOnce()
  const expected = await writeDocument(document, conversion, { pool: { threads: 0, call } })
  expect(Buffer.compare(written, expected)).toBe(0)
})

test('a document whose request has ended is written no further', async () => {
  const document = documentOf(['Segel '.repeat(100_000)])
  const signal = AbortSignal.abort(new Error('hung up'))
  const po = conversions.get('po')!
  await expect(writeDocument(document, po, { pool, signal })).rejects.toThrow('hung up')
})
