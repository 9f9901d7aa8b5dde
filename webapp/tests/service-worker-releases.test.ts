import { expect, test, vi } from 'vitest'
import { builtWorker } from './built-worker'

const origin = 'https://pairwise.test'
const part = (name: string) => `${origin}/assets/${name}`

/** The worker of the release made of these parts, with what earlier ones kept. */
async function aWorker(parts: string[], before: string[], wait: (then: () => void) => unknown = setTimeout) {
  const kept = new Map([`${origin}/`, `${origin}/api/theme.css`, ...before.map(part)].map((url) => [url, { url }]))
  const fetched = vi.fn(async () => ({ ok: true, clone: () => ({}) }))
  const cache = {
    keys: async () => [...kept.values()],
    match: async ({ url }: { url: string }) => kept.get(url),
    put: async ({ url }: { url: string }) => kept.set(url, { url }),
    delete: async ({ url }: { url: string }) => kept.delete(url),
  }
  const caches = { open: async () => cache, keys: async () => ['shell-0', 'shell-1'], delete: vi.fn() }
  const pages: { postMessage: (data: { type: string }, ports?: MessagePort[]) => void }[] = []
  const notified: string[] = []
  const clients = { matchAll: async () => pages, claim: async () => undefined }
  class Request {
    constructor(readonly url: string) {}
  }
  const start = await builtWorker(parts)
  const { happen } = start({ clients }, { caches, fetch: fetched, location: { origin }, setTimeout: wait, Request })
  return {
    caches,
    notified,
    kept: () => [...kept.keys()].filter((url) => url.includes('/assets/')).map((url) => url.slice(part('').length)),
    /** Null stands for a page that answers nothing, such as a frozen one. */
    open: (script: string | null) =>
      pages.push({
        postMessage: ({ type }, ports) => {
          if (type === 'newer') notified.push(script ?? '')
          else if (script) ports![0]!.postMessage(part(script))
        },
      }),
    closeAll: () => pages.splice(0),
    activate: () => happen('activate'),
    keep: (...names: string[]) => happen('message', { data: { type: 'keep', urls: names.map(part) } }),
  }
}

test('files of no release are deleted, files that the new release shares stay cached', async () => {
  const worker = await aWorker(['index-2.js', 'shared.js'], ['index-1.js', 'chat-1.js', 'shared.js'])
  await worker.activate()
  expect(worker.kept()).toEqual(['shared.js'])
  expect(worker.caches.delete.mock.calls).toEqual([['shell-0']])
})

test('an open page of the previous release keeps its chunks, and gets a message about the new one', async () => {
  const worker = await aWorker(['index-2.js'], ['index-1.js', 'chat-1.js'])
  worker.open('index-1.js')
  await worker.activate()
  expect(worker.notified).toEqual(['index-1.js'])
  expect(worker.kept()).toEqual(['index-1.js', 'chat-1.js'])

  worker.closeAll()
  worker.open('index-2.js')
  await worker.keep('index-2.js')
  expect(worker.kept()).toEqual(['index-2.js'])
  expect(worker.notified).toHaveLength(1)
})

test('a page that does not answer in time counts as one of the previous release', async () => {
  const worker = await aWorker(['index-2.js'], ['chat-1.js'], (then) => then())
  worker.open(null)
  await worker.activate()
  expect(worker.kept()).toEqual(['chat-1.js'])
  expect(worker.notified).toEqual([])
})
