/** Packed values that several nodes share. Nothing rejects: without it each node goes on alone. */
export interface SharedValues {
  /** Those that are there; none where they cannot be had soon. */
  get(keys: readonly string[]): Promise<readonly (readonly [key: string, value: Buffer])[]>
  /** Stores a value for other nodes soon. */
  set(key: string, value: Buffer): void
  /** Settles when everything is written or given up. */
  close(): Promise<void>
}
