import { session } from '@/api/device/storage'

const once = 60_000

/** After a release the old chunks are gone: load the new page, at most once a minute. */
export function reloadOnMissingChunk(reload = () => location.reload()): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) return
    const last = Number(session.get('chunk-reload') ?? 0)
    if (Date.now() - last < once) return
    event.preventDefault()
    session.set('chunk-reload', String(Date.now()))
    reload()
  })
}
