import { ApiError, isApiError } from './api-error'
import { withRetries } from './retry'
import type { ErrorBody } from './types'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Query = Record<string, string | number | boolean | null | undefined>

interface Options {
  query?: Query
  body?: unknown
  signal?: AbortSignal
  /** How often a passing failure is tried again; creates are safe to repeat because they carry their own id. */
  retries?: number
  /** Goes out also when the page is left meanwhile. */
  keepalive?: boolean
  as?: 'blob'
}

const userPath = 'user.php'
const loggedOutListeners = new Set<() => void>()

/** Called once the server has said twice that there is no session. */
export function onLoggedOut(listener: () => void): () => void {
  loggedOutListeners.add(listener)
  return () => loggedOutListeners.delete(listener)
}

export function address(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') parameters.set(name, String(value))
  }
  const search = parameters.toString()
  return `/api/${path}${search ? `?${search}` : ''}`
}

async function errorOf(response: Response): Promise<ApiError> {
  const seconds = Number(response.headers.get('Retry-After'))
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? seconds : null
  const fallback = response.status >= 502 ? 'unavailable' : response.status === 429 ? 'rate_limited' : 'internal'
  const body = (await response.json().catch(() => null)) as { error?: ErrorBody } | null
  return new ApiError(response.status, body?.error ?? { code: fallback, message: '' }, retryAfter)
}

async function once<T>(method: Method, url: string, { body, signal, as, keepalive = false }: Options): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-Request-Type': 'app' }
  const multipart = body instanceof FormData
  if (body !== undefined && !multipart) headers['Content-Type'] = 'application/json'
  const content = body === undefined ? null : multipart ? body : JSON.stringify(body)
  try {
    const response = await fetch(url, { method, headers, body: content, credentials: 'same-origin', signal: signal ?? null, keepalive })
    if (!response.ok) throw await errorOf(response)
    if (response.status === 204) return undefined as T
    return (await (as ? response.blob() : response.json())) as T
  } catch (error) {
    // What the network broke off, in the middle of an answer too, is a TypeError.
    if (signal?.aborted || !(error instanceof TypeError)) throw error
    throw new ApiError(0, { code: 'offline', message: '' })
  }
}

let asking: Promise<unknown> | null = null

/** Asks for the member once for all who wonder at the same time; it also renews the short-lived token. */
function renewSession(): Promise<unknown> {
  asking ??= withRetries(() => once('GET', address(userPath), {})).finally(() => {
    asking = null
  })
  return asking
}

async function request<T>(method: Method, path: string, options: Options = {}): Promise<T> {
  const url = address(path, options.query)
  const ask = () => withRetries(() => once<T>(method, url, options), options.retries)
  try {
    return await ask()
  } catch (error) {
    if (!isApiError(error, 'authentication_required') || (path === userPath && method === 'GET')) throw error
    try {
      await renewSession()
    } catch (second) {
      if (isApiError(second, 'authentication_required')) loggedOutListeners.forEach((listener) => listener())
      throw error
    }
    return ask()
  }
}

export const api = {
  get: <T>(path: string, query?: Query, signal?: AbortSignal) =>
    request<T>('GET', path, { ...(query && { query }), ...(signal && { signal }) }),
  post: <T>(path: string, body: unknown = {}, options: Options = {}) => request<T>('POST', path, { ...options, body }),
  put: <T>(path: string, body: unknown = {}, options: Options = {}) => request<T>('PUT', path, { ...options, body }),
  delete: <T>(path: string, body: unknown = {}, options: Options = {}) =>
    request<T>('DELETE', path, { ...options, body }),
}
