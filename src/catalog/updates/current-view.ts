import type { View } from '../model.ts'

/** A view that takes less to make is made at once. */
const SMALL_COST_MS = 5
/** How many times as long as it takes to make a view it is kept. */
const COST_SHARE = 40

/** The view that is served, made when it is asked for. */
export interface CurrentView {
  get(): View
  /** Makes the next one anew. */
  expire(): void
  /** The same, but at once for many changes where the view is large, as histories come component by component. */
  expireSoon(): void
  /** Ends the waiting of `expireSoon`. */
  settle(): void
}

export function createCurrentView(create: () => View): CurrentView {
  let view: View | undefined
  /** Milliseconds that it took to make. */
  let cost = 0
  let isOutOfDate = false

  const expire = () => {
    view = undefined
  }
  const settle = () => {
    if (isOutOfDate) expire()
  }
  return {
    get() {
      if (view === undefined) {
        const start = performance.now()
        view = create()
        cost = performance.now() - start
        isOutOfDate = false
      }
      return view
    },
    expire,
    expireSoon() {
      if (isOutOfDate) return
      isOutOfDate = true
      if (cost < SMALL_COST_MS) expire()
      else setTimeout(settle, COST_SHARE * cost).unref()
    },
    settle,
  }
}
