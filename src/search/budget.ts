import { QueryError } from './query.ts'

/** Takes steps from what a search may take; throws QueryError when nothing is left. */
export type Spend = (steps: number) => void

/** A budget of steps: what a search may take depends on the query and the texts alone, never on how fast a machine is. */
export function createBudget(maxSteps: number): Spend {
  let left = maxSteps
  return (steps) => {
    left -= steps
    if (left < 0) throw new QueryError('The search takes too long', 0)
  }
}
