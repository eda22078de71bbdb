/** Packed values that several nodes share. No method rejects: without it, each node works on its own. */
export interface SharedValues {
  /** Fetches the values that exist; none if they do not arrive soon. */
  get(keys: readonly string[]): Promise<readonly (readonly [key: string, value: Buffer])[]>
  /** Queues a value to be stored for other nodes. */
  set(key: string, value: Buffer): void
  /** Resolves once everything has been written or abandoned. */
  close(): Promise<void>
}
