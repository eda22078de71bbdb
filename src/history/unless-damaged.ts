import { RepositoryError } from '../errors.ts'

/** Returns undefined if a damaged or missing object hides the result: the served commit itself is intact. */
export async function unlessDamaged<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof RepositoryError) return undefined
    throw error
  }
}
