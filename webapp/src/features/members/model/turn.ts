/** The next place in a round of `total`, forwards or backwards. */
export function turn(index: number, step: 1 | -1, total: number): number {
  return (index + step + total) % total
}
