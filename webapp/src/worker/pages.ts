declare const self: ServiceWorkerGlobalScope

/** Messages of the worker to a page; `src/app/browser/service-worker.ts` receives them. */
export type ToPage =
  | { type: 'script' }
  | { type: 'newer' }
  | { type: 'open'; path: string }
  | { type: 'push'; push: { type?: string; count?: number; path?: string } }

interface OpenPage {
  client: WindowClient
  /** URL of the script that the page began with; null for a page that does not answer. */
  script: string | null
}

const answerTime = 1_000

export const windows = (): Promise<readonly WindowClient[]> =>
  self.clients.matchAll({ type: 'window', includeUncontrolled: true })

export function postToPage(client: Client, message: ToPage, ports: MessagePort[] = []): void {
  client.postMessage(message, ports)
}

export async function openPages(): Promise<OpenPage[]> {
  return Promise.all(
    (await windows()).map(async (client) => ({ client, script: await answerOf<string>(client, { type: 'script' }) })),
  )
}

/** The answer of a page; null where none comes in time. */
export function answerOf<T>(client: WindowClient, message: ToPage): Promise<T | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }: MessageEvent<T>) => resolve(data))
    port1.start()
    setTimeout(() => resolve(null), answerTime)
    postToPage(client, message, [port2])
  })
}
