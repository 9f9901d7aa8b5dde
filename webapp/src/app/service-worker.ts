import { mutate } from 'swr'
import { keys } from '../api/keys'
import { setPushState, type PushMessage } from '../api/push-state'

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => { createScriptURL: (url: string) => string }
}

const script = '/sw.js'

/** The only script address the page may make from a string. */
function trusted(url: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return url
  return trustedTypes.createPolicy('pairwise', { createScriptURL: () => script }).createScriptURL(url)
}

/** The first page came without a worker: it names what it is made of, so that it opens without a network, too. */
async function keepPage(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  const urls = performance.getEntriesByType('resource').map(({ name }) => name)
  active?.postMessage({ type: 'keep', urls }, [])
}

export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<PushMessage | undefined>) => {
    if (event.data?.type !== 'push') return
    setPushState({ lastMessage: event.data })
    void mutate(keys.chats)
    void mutate(keys.likes)
  })
  window.addEventListener('load', () => void navigator.serviceWorker.register(trusted(script)).then(keepPage, () => undefined))
}
