import { useEffect, useSyncExternalStore } from 'react'
import type { Id } from '@/api/types'
import { createCallSession } from '@/features/calls/model/call-session'
import { createCallRequest } from '@/features/calls/model/call-request'
import { useLive } from '@/live/use-live'
import { useSingleton } from '@/singletons'
import { CallView } from './call-view'

/** Calls over every page: follows the stream, and draws the call while there is one. */
export default function CallLayer({ memberId }: { memberId: Id }) {
  const session = useSingleton(createCallSession)
  const request = useSingleton(createCallRequest)
  const view = useSyncExternalStore(session.subscribe, session.get)
  const next = useSyncExternalStore(request.subscribe, request.get)
  const load = () => void session.load().catch(() => undefined)

  useLive('call', load)
  useLive('hello', load)
  useLive('signal', session.receive)
  useEffect(() => void session.load().catch(() => undefined), [session])
  useEffect(() => {
    if (!next) return
    request.set(null)
    void session.ring(next.profile, next.kind)
  }, [next, session, request])
  const isLasting = view.since !== null && view.phase !== 'over'
  useEffect(() => {
    if (!isLasting) return
    // The browser asks before it leaves the page, which would end the call.
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isLasting])
  useEffect(() => {
    addEventListener('pagehide', session.leave)
    return () => {
      removeEventListener('pagehide', session.leave)
      session.leave()
    }
  }, [session])

  return view.phase === 'none' ? null : <CallView view={view} session={session} memberId={memberId} />
}
