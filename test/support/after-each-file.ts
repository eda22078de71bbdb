import { afterAll } from 'vitest'
import { endChildren } from './children.ts'
import { removeTemporaryFolders } from './git-repository.ts'

// Run anew for each file of tests. Vitest ends its processes without an `exit` event.
afterAll(() => {
  endChildren()
  removeTemporaryFolders()
})
