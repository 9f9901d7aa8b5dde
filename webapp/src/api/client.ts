import { isApiError } from './api-error'
import { address, request as once, type Method, type Query, type RequestOptions } from './http'
import { withRetries } from './retry'

export { address } from './http'

interface Options extends Omit<RequestOptions, 'body'> {
  query?: Query
  body?: unknown
  /** How often a passing failure is tried again; creates are safe to repeat because they carry their own id. */
  retries?: number
}

const userPath = 'user.php'
const loggedOutListeners = new Set<() => void>()

/** Called once the server has said twice that there is no session. */
export function onLoggedOut(listener: () => void): () => void {
  loggedOutListeners.add(listener)
  return () => loggedOutListeners.delete(listener)
}

let asking: Promise<unknown> | null = null

/** Asks for the member once for all who wonder at the same time; it also renews the short-lived token. */
function renewSession(): Promise<unknown> {
  asking ??= withRetries(() => once('GET', address(userPath))).finally(() => {
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
