import { openCache, pageKey, themeKey } from './cache'

/** Longest pauses before each retry, in milliseconds; each pause is random below its ceiling, so that pages spread. */
const retryCeilings = [300, 600, 1_200, 2_400, 4_800]
const unavailable: ReadonlySet<number> = new Set([502, 503, 504])

/** Returns the cached asset, or fetches it with retries: the gateway is away for a moment while it restarts. */
export async function assetFor(request: Request): Promise<Response> {
  const cache = await openCache()
  const cached = await cache.match(request)
  if (cached) return cached
  const response = await fetchWithRetries(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}

async function fetchWithRetries(request: Request): Promise<Response> {
  for (const ceiling of retryCeilings) {
    try {
      const response = await fetch(request)
      if (!unavailable.has(response.status)) return response
    } catch (error) {
      if (!navigator.onLine) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * ceiling))
  }
  return fetch(request)
}

/** Returns the page from the network or, without one, the page without content that came with this worker's release. */
async function pageFor(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const cached = await (await openCache()).match(pageKey)
    if (cached) return cached
    throw error
  }
}

async function themeFor(request: Request): Promise<Response> {
  const cache = await openCache()
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put(themeKey, response.clone())
    return response
  } catch {
    return (await cache.match(themeKey)) ?? new Response('', { headers: { 'Content-Type': 'text/css' } })
  }
}

/** The answer to a request of a page, or null to leave it to the browser. Answers of the API are never cached. */
export function answerFor(request: Request): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return null
  if (pathname === themeKey) return themeFor(request)
  if (/^\/(api|media|dev|landers)\/|^\/[a-z]{2}\/landers\/|^(\/[a-z]{2})?\/members\/[^/]+\/landing/.test(pathname)) return null
  if (request.mode === 'navigate') return pageFor(request)
  return pathname.startsWith('/assets/') ? assetFor(request) : null
}
