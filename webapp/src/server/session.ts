import type { Id, User } from '@/api/types'
import { address } from '@/api/http'
import type { Services, Upstream, Visitor } from './upstream'

/** A request with a session, as the gateway passed it on. */
export interface SessionRequest extends Visitor {
  /** The site that was asked for; services refuse tokens of another one. */
  site: string
  /** All cookies. Identity alone gets that of the session. */
  cookie: string
  locale: string | undefined
}

/** The member of a session, and a function that asks services as this member. */
export interface MemberSession {
  user: User
  ask: Ask
  /** `Set-Cookie` of the token that identity gave, where the request had none. */
  renewed: readonly string[]
}

export type Ask = (service: keyof Services, path: string) => Promise<unknown>

interface Token {
  name: string
  value: string
}

const cookieOf = (cookies: string, kind: 'token' | 'session'): Token | null => {
  const [, name, value] = new RegExp(`(?:^|;\\s*)((?:__Host-)?${kind})=([^;\\s]+)`).exec(cookies) ?? []
  return name && value ? { name, value } : null
}

/** The member that a token names. Services verify it; here it is only compared. */
function memberOf({ value }: Token): Id | null {
  try {
    const [, claims = ''] = value.split('.')
    return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub?: Id }).sub ?? null
  } catch {
    return null
  }
}

/**
 * Opens the session of a request. `begin` is called with a function that asks as the member, and at once where the
 * request has a token that still holds; its answers are awaited together with the member.
 *
 * Rejects when the session has ended, when a service refuses or is away, and when token and session are not of one member.
 */
export async function openSession<T>(
  upstream: Upstream,
  request: SessionRequest,
  signal: AbortSignal,
  begin: (ask: Ask) => Promise<T>,
): Promise<MemberSession & { answers: T }> {
  const language = request.locale ? `; locale=${request.locale}` : ''
  const session = cookieOf(request.cookie, 'session')
  if (!session) throw new Error('no session')

  const askWith =
    ({ name, value }: Token): Ask =>
    async (service, path) => {
      // A local instance asks through its gateway, which takes the token from its cookie and drops these headers.
      const headers = {
        'x-pairwise-token': value,
        'x-pairwise-site': request.site,
        ...(request.locale && { 'x-pairwise-locale': request.locale }),
        cookie: `${name}=${value}${language}`,
      }
      return JSON.parse((await upstream.fetchFrom(service, path, request, { headers, signal })).body) as unknown
    }

  const renewal = upstream.fetchFrom('identity', address('user.php'), request, {
    headers: { 'x-pairwise-site': request.site, cookie: `${session.name}=${session.value}${language}` },
    signal,
  })
  const given = cookieOf(request.cookie, 'token')
  const early = given && begin(askWith(given))
  // Both are awaited below; the one that fails second must not be unhandled.
  early?.catch(() => undefined)
  const { body, cookies } = await renewal
  const { user } = JSON.parse(body) as { user: User }
  // The browser renews one that still holds by itself.
  const renewed = given ? [] : cookies.filter((cookie) => cookieOf(cookie, 'token'))
  const token = given ?? cookieOf(renewed[0] ?? '', 'token')
  if (!token || memberOf(token) !== user.id) throw new Error('token and session differ')
  const ask = askWith(token)
  return { user, ask, renewed, answers: await (early ?? begin(ask)) }
}
