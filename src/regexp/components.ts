/**
 * The strongly connected components of a graph: each node's number. Along an edge to another component numbers descend.
 * https://en.wikipedia.org/wiki/Tarjan%27s_strongly_connected_components_algorithm
 */
export function componentsOf(
  count: number,
  nextOf: (state: number) => readonly number[],
): Int32Array {
  const order = new Int32Array(count).fill(-1)
  const low = new Int32Array(count)
  const component = new Int32Array(count).fill(-1)
  const stack: number[] = []
  let seen = 0
  let components = 0
  for (let root = 0; root < count; root++) {
    if (order[root] !== -1) continue
    const path: { readonly state: number; at: number }[] = []
    const enter = (state: number): void => {
      low[state] = order[state] = seen++
      stack.push(state)
      path.push({ state, at: 0 })
    }
    enter(root)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { state } = top
      const to = nextOf(state)[top.at++]
      if (to !== undefined) {
        if (order[to] === -1) enter(to)
        else if (component[to] === -1) low[state] = Math.min(low[state] ?? 0, order[to] ?? 0)
        continue
      }
      path.pop()
      const parent = path.at(-1)?.state
      if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[state] ?? 0)
      if (low[state] !== order[state]) continue
      for (
        let one = stack.pop();
        one !== undefined;
        one = one === state ? undefined : stack.pop()
      ) {
        component[one] = components
      }
      components++
    }
  }
  return component
}
