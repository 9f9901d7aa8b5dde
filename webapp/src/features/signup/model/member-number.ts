/** A member's id, short enough to be read and compared. */
export function memberNumber(id: string): string {
  return id.slice(0, 8).toUpperCase()
}
