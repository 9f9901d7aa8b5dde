/** Characters as the server counts them, so that an emoji is not two. */
export function lengthOf(text: string): number {
  return [...text].length
}

/** The counter is of use only when the end comes near. */
export function showsCount(length: number, limit: number): boolean {
  return length >= limit * 0.8
}
