import { afterAll, beforeAll } from 'vitest'
import { openDemo } from './demo.ts'

type Demo = Awaited<ReturnType<typeof openDemo>>

/** The demo for all tests of a file: there from the file's own `beforeAll` on, closed after them. */
export function useDemo(): Pick<Demo, 'app' | 'catalog'> {
  let demo: Demo | undefined
  beforeAll(async () => {
    demo = await openDemo()
  })
  afterAll(() => demo?.catalog.close())
  const opened = (): Demo => {
    if (demo === undefined) throw new Error('the demo: expected to be asked for in a test')
    return demo
  }
  return {
    get app() {
      return opened().app
    },
    get catalog() {
      return opened().catalog
    },
  }
}
