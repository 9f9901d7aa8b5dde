const last = new Map<string, Promise<unknown>>()

/** What concerns the same thing is sent one after the other, so that the last press is what stays. */
export function inTurn<T>(thing: string, send: () => Promise<T>): Promise<T> {
  const mine = (last.get(thing) ?? Promise.resolve()).then(send, send)
  last.set(thing, mine)
  const done = () => {
    if (last.get(thing) === mine) last.delete(thing)
  }
  mine.then(done, done)
  return mine
}
