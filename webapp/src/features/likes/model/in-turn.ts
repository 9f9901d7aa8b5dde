type InTurn = <T>(key: string, send: () => Promise<T>) => Promise<T>

/** Returns a function that sends requests of one key one after the other, so that the last press decides. */
export function createInTurn(): InTurn {
  const last = new Map<string, Promise<unknown>>()
  return (key, send) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(send, send)
    last.set(key, mine)
    const done = () => {
      if (last.get(key) === mine) last.delete(key)
    }
    mine.then(done, done)
    return mine
  }
}
