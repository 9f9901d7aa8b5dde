import { Agent, request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The visitor that a page is for, as the gateway names them. Their cookies are no part of it. */
export interface Visitor {
  host: string
  address: string
}

/** The services that pages are drawn with, and their addresses. `asks` of the registry is the same list. */
export type Services = Record<
  'identity' | 'profiles' | 'likes' | 'chat' | 'billing' | 'notifications',
  string | undefined
>

/** What a service answered with 200. */
export interface Answer {
  bytes: Buffer
  body: string
  /** Its `Set-Cookie` headers. */
  cookies: readonly string[]
}

/** A service answered with another status than 200. */
export class Refused extends Error {
  readonly status: number

  constructor(path: string, status: number) {
    super(`${pathOf(path)}: ${status}`)
    this.status = status
  }
}

interface Options {
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Longest wait for a service: after it the page goes out empty, and its script asks. */
const deadline = 1_000

/** Asks services for what pages are drawn with. */
export function createUpstream(services: Services) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })

  /**
   * Rejects when `signal` aborts, without one after the deadline, and with `Refused` for any other status than 200. A
   * connection that the service has just closed for being idle is replaced once.
   */
  function fetchFrom(service: keyof Services, path: string, visitor: Visitor, options: Options = {}): Promise<Answer> {
    const { headers: more, signal } = options
    return new Promise((resolve, reject) => {
      const headers = {
        host: visitor.host,
        'x-forwarded-for': visitor.address,
        'x-request-type': 'app',
        accept: '*/*',
        ...more,
      }
      const asked = request(`http://${services[service]}${path}`, { agent, headers, signal }, (answer) => {
        const { statusCode = 0, headers: received } = answer
        buffer(answer).then((bytes) => {
          if (statusCode === 200) resolve({ bytes, body: bytes.toString(), cookies: cookiesOf(received) })
          else reject(new Refused(path, statusCode))
        }, reject)
      })
      const late = () => asked.destroy(new Error(`${pathOf(path)}: no answer in time`))
      const timer = signal ? undefined : setTimeout(late, deadline)
      asked.on('close', () => clearTimeout(timer))
      asked.on('error', (error: NodeJS.ErrnoException) => {
        if (asked.reusedSocket && error.code === 'ECONNRESET')
          fetchFrom(service, path, visitor, options).then(resolve, reject)
        else reject(error)
      })
      asked.end()
    })
  }

  return {
    fetchFrom,
    /** The body of an answer to a visitor without a session. */
    ask: async (service: keyof Services, path: string, visitor: Visitor, signal?: AbortSignal): Promise<string> =>
      (await fetchFrom(service, path, visitor, signal && { signal })).body,
  }
}

/** For the log: a query may name a member. */
const pathOf = (path: string) => path.replace(/\?.*/s, '')
const cookiesOf = (headers: IncomingHttpHeaders): readonly string[] => headers['set-cookie'] ?? []

export type Upstream = ReturnType<typeof createUpstream>
