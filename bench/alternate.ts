/** Runs both functions `runs` times in turn, after one round that only warms caches. Returns their results. */
export async function alternate(
  runs: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<[number[], number[]]> {
  const results: [number[], number[]] = [[], []]
  for (let run = -1; run < runs; run++) {
    for (const [index, time] of [one, other].entries()) {
      const milliseconds = await time()
      if (run >= 0) results[index]?.push(milliseconds)
    }
  }
  return results
}
