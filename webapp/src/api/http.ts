import { ApiError } from './api-error'
import type { ErrorBody } from './types'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Query = Record<string, string | number | boolean | null | undefined>

export interface RequestOptions {
  /** Form data goes as it is, undefined as no body, anything else as JSON. */
  body?: unknown
  signal?: AbortSignal
  /** Goes out also when the page is left meanwhile. */
  keepalive?: boolean
  as?: 'blob'
}

const refusalHeader = 'X-Refusal-Status'

/**
 * Headers of every request. `X-Request-Type` is the services' protection against cross-site requests. By the other one
 * they answer an expected refusal (402, 404, 409, 422) with status 200 and its own status in the header of this name:
 * browsers print every answer above 399 as an error of the page.
 */
export const apiHeaders = { Accept: 'application/json', 'X-Request-Type': 'app', [refusalHeader]: 'header' }

/** Reads a header of an answer. */
export type Header = (name: 'Retry-After' | 'X-Request-Id' | typeof refusalHeader) => string | null

/** The status of an answer: of the refusal that it carries, or its own. */
export const statusOf = (answered: number, header: Header): number => Number(header(refusalHeader)) || answered

export function address(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') parameters.set(name, String(value))
  }
  const search = parameters.toString()
  return `/api/${path}${search ? `?${search}` : ''}`
}

/** Builds the error of an answer that is no success. */
export function errorOf(status: number, body: { error?: ErrorBody } | null, header: Header): ApiError {
  const seconds = Number(header('Retry-After'))
  const fallback = status >= 502 ? 'unavailable' : status === 429 ? 'rate_limited' : 'internal'
  return new ApiError(
    status,
    body?.error ?? { code: fallback, message: '' },
    Number.isFinite(seconds) && seconds > 0 ? seconds : null,
    header('X-Request-Id'),
  )
}

/**
 * Longest wait for an answer, in milliseconds. The gateway gives up after a minute at most (`gateway/routes.yaml`), but a
 * connection that a phone lost on its way to another network may never end, and its request would hold a Web Lock. Forms
 * and files take the time that the network needs.
 */
const longestWait = 90_000

/** Ends with `signal`, or after the longest wait. `AbortSignal.any` is newer than the browsers we build for. */
function limited(signal: AbortSignal | undefined, wait: number) {
  const limit = new AbortController()
  const forward = () => limit.abort(signal!.reason)
  const timer = Number.isFinite(wait) ? setTimeout(() => limit.abort(), wait) : undefined
  if (signal?.aborted) forward()
  signal?.addEventListener('abort', forward)
  const free = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', forward)
  }
  return { signal: limit.signal, free }
}

/**
 * Makes one request, without a retry. Raises `ApiError`, with status 0 and code `offline` for a connection that broke or
 * brought no answer.
 */
export async function request<T>(
  method: Method,
  url: string,
  { body, signal, as, keepalive = false }: RequestOptions = {},
): Promise<T> {
  const headers: Record<string, string> = { ...apiHeaders }
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers['Content-Type'] = 'application/json'
  const content = body === undefined ? null : isForm ? body : JSON.stringify(body)
  const limit = limited(signal, isForm || as ? Infinity : longestWait)
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: content,
      credentials: 'same-origin',
      signal: limit.signal,
      keepalive,
    })
    const header: Header = (name) => response.headers.get(name)
    const status = statusOf(response.status, header)
    if (status >= 300) {
      const answer = (await response.json().catch(() => null)) as { error?: ErrorBody } | null
      throw errorOf(status, answer, header)
    }
    if (status === 204) return undefined as T
    return (await (as ? response.blob() : response.json())) as T
  } catch (error) {
    // A connection that breaks, in the middle of an answer too, is a TypeError.
    if (signal?.aborted || !(error instanceof TypeError || limit.signal.aborted)) throw error
    throw new ApiError(0, { code: 'offline', message: '' })
  } finally {
    limit.free()
  }
}
