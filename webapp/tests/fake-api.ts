import { vi } from 'vitest'

interface ReceivedRequest {
  method: string
  path: string
  query: URLSearchParams
  body: unknown
}

type Answer = unknown
type Handler = (asked: ReceivedRequest) => Answer

/** An answer that is a failure, such as `failure(422, 'email_invalid', { field: 'email' })`. */
export function failure(status: number, code: string, more: Record<string, unknown> = {}): Response {
  return Response.json({ error: { code, message: code, ...more } }, { status })
}

/** Answers requests such as `'GET user.php'` from a table and remembers what was asked. */
export function fakeApi(handlers: Record<string, Handler>) {
  const asked: ReceivedRequest[] = []
  vi.stubGlobal('fetch', async (input: string, options: RequestInit = {}) => {
    const url = new URL(input, 'http://localhost')
    const method = options.method ?? 'GET'
    const path = url.pathname.replace('/api/', '')
    const body: unknown =
      options.body instanceof FormData
        ? Object.fromEntries(options.body)
        : typeof options.body === 'string'
          ? JSON.parse(options.body)
          : undefined
    const request = { method, path, query: url.searchParams, body }
    asked.push(request)
    const handler = handlers[`${method} ${path}`]
    if (!handler) return failure(404, 'not_found')
    const answer = await handler(request)
    return answer instanceof Response ? answer : Response.json(answer)
  })
  return asked
}

/** The body of the last request to an operation, whatever else has been asked since. */
export function lastBody(asked: ReceivedRequest[], path: string): unknown {
  return asked.findLast((request) => request.path === path)?.body
}
