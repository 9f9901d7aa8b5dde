declare const self: ServiceWorkerGlobalScope

/** Messages of the worker to a page; `src/app/browser/service-worker.ts` receives them. */
export type ToPage =
  { type: 'script' } | { type: 'newer' } | { type: 'push'; push: { type?: string; count?: number; path?: string } }

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
  return Promise.all((await windows()).map(async (client) => ({ client, script: await scriptOf(client) })))
}

function scriptOf(client: WindowClient): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data))
    port1.start()
    setTimeout(() => resolve(null), answerTime)
    postToPage(client, { type: 'script' }, [port2])
  })
}
