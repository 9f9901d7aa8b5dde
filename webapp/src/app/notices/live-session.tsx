import i18next from 'i18next'
import { lazy, Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { onLoggedOutElsewhere } from '@/api/session-channel'
import type { Id, User } from '@/api/types'
import { useUser } from '@/api/use-user'
import { splitPath } from '@/i18n/locales'
import { useOutbox } from '@/outbox/use-outbox'
import { useRememberList } from '@/features/chat/api/remember-chats'
import { usePush } from '@/features/push/model/use-push'
import { LiveUpdates } from '@/live/live-updates'
import { useLive } from '@/live/use-live'
import { api } from '@/api/client'
import { useSettings } from '@/api/use-settings'
import { createCallRequest } from '@/features/calls/model/call-request'
import { useSingleton } from '@/singletons'
import { OfferModalGate } from '@/app/gates/offer-gate'
import LikeToasts from './like-toasts'

const CallLayer = lazy(() => import('@/features/calls/components/call-layer'))

/** Runs on every screen of a member: the event stream, the outbox and the toasts. Loaded together, so that no event is lost. */
export default function LiveSession() {
  const { user } = useUser()
  const outbox = useOutbox()
  const memberId = user?.id
  // Messages written without a network are sent from any screen.
  useEffect(() => {
    if (memberId) outbox.open(memberId)
  }, [outbox, memberId])
  // Another tab has logged out: nothing of the member stays in the memory of this one.
  useEffect(() => onLoggedOutElsewhere(() => window.location.reload()), [])
  useEffect(() => void keepChats().catch(() => undefined), [])
  useOpenedNotification()
  return (
    <>
      <LikeToasts />
      <LiveUpdates />
      <OfferModalGate />
      {user && <CallWatch memberId={user.id} />}
      {user && <MemberWatch user={user} />}
    </>
  )
}

/** Opens what a notification is about without loading the page anew, which would end a call and drop what is written. */
function useOpenedNotification(): void {
  const navigate = useNavigate()
  const open = useEffectEvent(({ data, ports }: MessageEvent<{ type?: string; path?: string } | undefined>) => {
    if (data?.type !== 'open' || data.path === undefined) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no target origin
    ports[0]?.postMessage(true)
    void navigate(splitPath(data.path).rest)
  })
  useEffect(() => {
    const worker = navigator.serviceWorker
    if (!worker) return
    const receive = (event: MessageEvent) => open(event)
    worker.addEventListener('message', receive)
    return () => worker.removeEventListener('message', receive)
  }, [])
}

/** The service worker caches chunks once requested, so that chats open offline after any earlier visit. */
async function keepChats(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.ready
  await Promise.all([import('@/app/routes/chats'), i18next.loadNamespaces(['chat', 'gifts', 'members'])])
}

/** How often the lists are read again depends on whether pushes arrive: that is found out wherever the member is. */
function MemberWatch({ user }: { user: User }) {
  usePush(user.id)
  useRememberList(user)
  return null
}

/** Loads the code of calls with the first one: of this member, by them, or one that rings as the page opens. */
function CallWatch({ memberId }: { memberId: Id }) {
  const { settings } = useSettings()
  const request = useSingleton(createCallRequest)
  const isRequested = useSyncExternalStore(request.subscribe, request.get, request.get) !== null
  const [hasCall, setHasCall] = useState(false)
  const isOffered = settings?.calls ?? false
  useLive('call', () => setHasCall(true))
  useEffect(() => {
    if (!isOffered) return
    api
      .get<{ call: unknown }>('call.php')
      .then(({ call }) => call !== null && setHasCall(true))
      .catch(() => undefined)
  }, [isOffered])
  // The wish is taken at once; the code of calls stays.
  if (isRequested && !hasCall) setHasCall(true)
  if (!hasCall) return null
  return (
    <Suspense>
      <CallLayer memberId={memberId} />
    </Suspense>
  )
}
