export interface Spot {
  x: number
  y: number
}

/** Where an arrow leads among spots that stand in rows, in reading order; undefined for other keys and at the edges. */
export function spotAfter(spots: readonly Spot[], from: number, key: string): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return spots.length - 1
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const next = from + (key === 'ArrowLeft' ? -1 : 1)
    return next in spots ? next : undefined
  }
  const here = spots[from]
  if (!here || (key !== 'ArrowUp' && key !== 'ArrowDown')) return undefined
  const beyond = spots.filter(({ y }) => (key === 'ArrowUp' ? y < here.y : y > here.y)).map(({ y }) => y)
  const row = key === 'ArrowUp' ? Math.max(...beyond) : Math.min(...beyond)
  const inRow = spots.flatMap((spot, index) => (spot.y === row ? [index] : []))
  const away = (index: number) => Math.abs(spots[index]!.x - here.x)
  return inRow.toSorted((one, other) => away(one) - away(other))[0]
}
