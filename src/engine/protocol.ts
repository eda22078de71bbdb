import { NotFoundError, ParseError, QueryError, RepositoryError, UsageError } from '../errors.ts'
import type { StoredValues } from '../store/store.ts'
import type { Progress } from './work.ts'

/** A question to a thread. */
export interface PostedQuestion {
  readonly name: string
  readonly args: unknown
  /** Folder of the store; undefined if its values are in the memory of the main thread. */
  readonly folder: string | undefined
  /** Blobs that must not be read. */
  readonly slowBlobs: ReadonlySet<string>
  /** Whether the thread reports each blob it reads. */
  readonly timesBlobs: boolean
}

/** The blob that a thread has read and works on from now on. */
export interface PostedBlob {
  readonly type: 'blob'
  readonly oid: string
  readonly bytes: number
}

/** A message from a thread: during its work, with the outcome, and when it can take the next question. */
export type Posted =
  | PostedBlob
  | {
      readonly type: 'progress'
      readonly values: StoredValues
      readonly progress: Parameters<Progress> | undefined
    }
  | ({ readonly type: 'end'; readonly values: StoredValues } & (
      | { readonly result: unknown }
      | { readonly error: PostedError }
    ))
  | {
      readonly type: 'idle'
      /** Whether the thread holds so much memory that another should take its place. */
      readonly holdsMuch: boolean
    }

/** An error in plain form, because copying between threads loses its class. */
interface PostedError {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  readonly fields: object
  readonly cause: PostedError | undefined
}

export function postError(error: unknown): PostedError {
  if (!(error instanceof Error))
    return { name: 'Error', message: String(error), stack: '', fields: {}, cause: undefined }
  const { name, message, stack } = error
  const cause = error.cause === undefined ? undefined : postError(error.cause)
  const { cause: _, ...fields } = { cause: undefined, ...error }
  return { name, message, stack, fields, cause }
}

/** Restores an error, with its class if it is one of gitglot's own. */
export function readError({ name, message, stack, fields, cause }: PostedError): Error {
  const error = new Error(message, cause ? { cause: readError(cause) } : {})
  Object.setPrototypeOf(error, (CLASSES[name] ?? Error).prototype)
  Object.assign(error, fields)
  if (stack !== undefined) error.stack = stack
  return error
}

/** Own errors by name. Names of classes may be others in the bundled program. */
const CLASSES: Readonly<Record<string, { readonly prototype: Error }>> = {
  ...{ ParseError, RepositoryError, QueryError, UsageError, NotFoundError },
}
