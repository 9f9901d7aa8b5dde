import { address, request } from '@/api/http'
import type { components } from '@/api/schema'
import { answerOf, postToPage, windows } from './pages'

declare const self: ServiceWorkerGlobalScope

type Call = components['schemas']['CallOut']

/** Payload of a push; notifications makes it (`notifications/pushes`). */
interface PushPayload {
  type?: string
  title?: string
  body?: string
  tag?: string
  path?: unknown
  count?: number
  actions?: { action: string; title: string }[]
}

/** Returns the path if it is of this site. */
const ownPath = (path: unknown) => (typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/')

export function payloadOf(event: PushEvent): PushPayload {
  try {
    return (event.data?.json() as PushPayload | undefined) ?? {}
  } catch {
    return {}
  }
}

/**
 * Whether a push may show nothing while a page is in front: Chromium allows it, and it alone has `userAgentData`. Safari
 * and the apps of a home screen, which do not name it, revoke the subscription after three such pushes.
 */
const mayBeSilent = () => 'userAgentData' in navigator

/** They take the place of a ring, without a sound. */
const quiet: ReadonlySet<string> = new Set(['answered_call', 'refused_call', 'ended_call'])
/** All that take the place of a ring. */
const endsRing = (type: string) => quiet.has(type) || type === 'missed_call'

/** Shows a push, unless a page in front can show it. */
export async function showPush({ type, title, body, tag, path, count, actions }: PushPayload): Promise<void> {
  const pages = await windows()
  const push = { ...(type !== undefined && { type }), ...(count !== undefined && { count }), path: ownPath(path) }
  for (const client of pages) postToPage(client, { type: 'push', push })
  const isInFront = pages.some((client) => client.visibilityState === 'visible' && client.focused)
  const isQuiet = type !== undefined && quiet.has(type)
  if (type !== undefined && endsRing(type) && mayBeSilent()) {
    const rings = await self.registration.getNotifications({ tag: tag ?? 'news' })
    if (isInFront) rings.forEach((each) => each.close())
    if (isQuiet && rings.length === 0) return
  }
  if (isInFront && mayBeSilent()) return
  // An open page sets the badge to the sum of all unread.
  if (pages.length === 0 && !isQuiet) await self.navigator.setAppBadge?.().catch(() => undefined)
  await self.registration.showNotification(title ?? location.hostname, {
    body: body ?? '',
    tag: tag ?? 'news',
    renotify: Boolean(tag) && !isQuiet,
    silent: isQuiet,
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    data: { path: ownPath(path) },
    ...(actions && { actions }),
  } as NotificationOptions)
}

/** Opens the page that a notification is about, in an open window if there is one. */
export async function openNotification({ data }: { data: { path?: unknown } | null }): Promise<unknown> {
  const path = ownPath(data?.path)
  const [client] = await self.clients.matchAll({ type: 'window' })
  if (!client) return self.clients.openWindow(path)
  // A browser may refuse to bring the window to the front.
  await client.focus().catch(() => undefined)
  // A page that is loaded anew hangs up its call.
  return (await answerOf<boolean>(client, { type: 'open', path })) ?? client.navigate(path)
}

/** Refuses the call that rings in the conversation of this notification, if it still does, without opening a page. */
export async function refuseCall(tag: string): Promise<void> {
  // Renews the short-lived token.
  await request('GET', address('user.php'))
  const { call } = await request<{ call: Call | null }>('GET', address('call.php'))
  if (!call || call.own || call.state !== 'ringing' || tag !== `call:${call.conversation_id}`) return
  const end = () => request('DELETE', address('call.php'), { body: { call_id: call.id } })
  await end().catch(end)
}

export interface SubscriptionChange extends ExtendableEvent {
  oldSubscription?: PushSubscription | null
  newSubscription?: PushSubscription | null
}

/** Registers the new push endpoint of this device with the server; without it pushes would end silently. */
export async function renewSubscription({ oldSubscription: old, newSubscription }: SubscriptionChange): Promise<void> {
  const subscription = newSubscription ?? (old && (await self.registration.pushManager.subscribe(old.options)))
  if (!subscription) return
  const { endpoint, keys } = subscription.toJSON()
  // Renews the short-lived token.
  await request('GET', address('user.php'))
  await request('POST', address('user.php', { push: 1 }), { body: { subscription: { endpoint, keys } } })
}
