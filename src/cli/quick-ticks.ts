import { executionAsyncResource } from 'node:async_hooks'

/** Never read: to be held is all that is asked of it. */
const held = new Set<object>()

/**
 * Keeps `process.nextTick` quick as long as the process lives: a request to `node:http` needs about six. V8 drops the
 * shape of Node's tick objects once a garbage collection finds none alive, and what made them quickly never does so
 * again (0.3 us each instead of 0.05, seen with Node 20), so one of them is held on to: `npm run bench -- http`.
 */
export function keepTicksQuick(): void {
  process.nextTick(() => held.add(executionAsyncResource()))
}
