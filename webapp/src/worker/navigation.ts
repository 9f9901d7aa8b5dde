import { cached, keepCopy, pageKey, themeKey } from './cache'

/** Keeps the worker alive until the work is done. */
type Later = (work: Promise<unknown>) => void

/** Milliseconds without an answer after which a page opens from the cache. */
const longestSilence = 3_000
/** Longest pauses before each retry, in milliseconds; each pause is random below its ceiling, so that pages spread. */
const retryCeilings = [300, 600, 1_200, 2_400, 4_800]
const unavailable: ReadonlySet<number> = new Set([502, 503, 504])

/** Returns the cached asset, or fetches it with retries: the gateway is away for a moment while it restarts. */
export async function assetFor(request: Request): Promise<Response> {
  const known = await cached(request)
  if (known) return known
  const response = await fetchWithRetries(request)
  await keepCopy(request, response)
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

/**
 * Returns the page from the network, or the page without content that came with this worker's release: without a network,
 * while the gateway is away, and when nothing has come in time. The late answer is read to its end, for its cookies.
 */
async function pageFor(request: Request, later: Later): Promise<Response> {
  const answer = fetch(request)
  const here = answer.catch(() => null)
  const shell = await cached(pageKey)
  if (!shell) return answer
  later(here)
  const first = await Promise.race([here, new Promise<null>((end) => setTimeout(() => end(null), longestSilence))])
  return first && !unavailable.has(first.status) ? first : shell
}

/** Returns the cached colours, and the network's the next time: a page waits for them before it draws. */
async function themeFor(request: Request, later: Later): Promise<Response> {
  const answer = fetch(request).then(async (response) => {
    await keepCopy(themeKey, response)
    return response
  })
  const here = answer.catch(() => new Response('', { headers: { 'Content-Type': 'text/css' } }))
  later(here)
  return (await cached(themeKey)) ?? here
}

/** The answer to a request of a page, or null to leave it to the browser. Answers of the API are never cached. */
export function answerFor(request: Request, later: Later): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return null
  if (pathname === themeKey) return themeFor(request, later)
  if (/^\/(api|media|dev|landers)\/|^\/[a-z]{2}\/landers\/|^(\/[a-z]{2})?\/members\/[^/]+\/landing/.test(pathname))
    return null
  if (request.mode === 'navigate') return pageFor(request, later)
  return pathname.startsWith('/assets/') ? assetFor(request) : null
}
