const first = 7
const apart = 24

/**
 * After which members found the advertisements stand: the first one a screen down, or after the last of a few, then
 * one a page. Null is none.
 */
export function adAfter<T>(tiles: T[], position: number, members: number): T | null {
  const since = position + 1 - Math.min(first, members)
  if (tiles.length === 0 || since < 0 || since % apart !== 0) return null
  return tiles[(since / apart) % tiles.length] ?? null
}
