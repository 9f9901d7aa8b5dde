import { buildWorker } from '../vite.worker.ts'

type Handler = (event: object) => void

/**
 * The service worker of the release made of these assets, as it is shipped. `start` runs it with these globals in
 * place of the browser's, and returns how to make an event happen.
 */
export async function builtWorker(assets: readonly string[] = []) {
  const code = await buildWorker(assets)
  return function start(self: object, globals: Record<string, unknown>) {
    const handlers: Record<string, Handler> = {}
    const scope = { ...self, addEventListener: (name: string, handler: Handler) => (handlers[name] = handler) }
    new Function('self', ...Object.keys(globals), code)(scope, ...Object.values(globals))
    const dispatch = (name: string, event: object = {}) => handlers[name]!(event)
    /** Resolves when all that the worker waits for is done. */
    const happen = async (name: string, event: object = {}) => {
      const waited: Promise<unknown>[] = []
      dispatch(name, { waitUntil: (work: Promise<unknown>) => waited.push(work), ...event })
      await Promise.all(waited)
    }
    return { dispatch, happen }
  }
}
