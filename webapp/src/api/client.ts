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

/** The client of the API. A request refused for want of a session renews the token and is sent once more. */
function createApi() {
  const loggedOutListeners = new Set<() => void>()
  let renewal: Promise<unknown> | null = null

  /** One request for all callers that need it at the same time; reading the member renews the short-lived token. */
  function renewSession(): Promise<unknown> {
    renewal ??= withRetries(() => once('GET', address(userPath))).finally(() => {
      renewal = null
    })
    return renewal
  }

  async function renew(): Promise<void> {
    try {
      await renewSession()
    } catch (error) {
      if (isApiError(error, 'authentication_required')) loggedOutListeners.forEach((listener) => listener())
      throw error
    }
  }

  async function request<T>(method: Method, path: string, options: Options = {}): Promise<T> {
    const url = address(path, options.query)
    const ask = () => withRetries(() => once<T>(method, url, options), options.retries)
    try {
      return await ask()
    } catch (error) {
      if (!isApiError(error, 'authentication_required') || (path === userPath && method === 'GET')) throw error
      try {
        await renew()
      } catch {
        throw error
      }
      return ask()
    }
  }

  return {
    get: <T>(path: string, query?: Query, signal?: AbortSignal) =>
      request<T>('GET', path, { ...(query && { query }), ...(signal && { signal }) }),
    post: <T>(path: string, body: unknown = {}, options: Options = {}) =>
      request<T>('POST', path, { ...options, body }),
    put: <T>(path: string, body: unknown = {}, options: Options = {}) => request<T>('PUT', path, { ...options, body }),
    delete: <T>(path: string, body: unknown = {}, options: Options = {}) =>
      request<T>('DELETE', path, { ...options, body }),

    /** Renews the token. Rejects, and the listeners of `onLoggedOut` are called, if the session has ended. */
    renew,

    /** Calls the listener once the server has refused the renewal of the token. Returns the unsubscription. */
    onLoggedOut(listener: () => void): () => void {
      loggedOutListeners.add(listener)
      return () => loggedOutListeners.delete(listener)
    },
  }
}

export const api = createApi()
