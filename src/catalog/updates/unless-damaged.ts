import { RepositoryError } from '../../errors.ts'

/** Undefined where a damaged or missing object hides what is looked for: the served commit itself is whole. */
export async function unlessDamaged<T>(find: () => Promise<T>): Promise<T | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof RepositoryError) return undefined
    throw error
  }
}
