const first = 2_000
const longest = 30_000

/** Every two seconds while one is likely to wait for it, then ever slower. */
export function pollDelay(asked: number): number {
  return Math.min(longest, asked < 10 ? first : first * 1.5 ** (asked - 9))
}
