import { useEffect, useSyncExternalStore } from 'react'
import type { Id } from '@/api/types'
import { createCallSession } from '@/features/calls/model/call-session'
import { createWanted } from '@/features/calls/model/wanted'
import { useLive } from '@/live/use-live'
import { useSingleton } from '@/singletons'
import { CallView } from './call-view'

/** Calls over every page: follows the stream, and draws the call while there is one. */
export default function CallLayer({ memberId }: { memberId: Id }) {
  const session = useSingleton(createCallSession)
  const wanted = useSingleton(createWanted)
  const view = useSyncExternalStore(session.subscribe, session.get)
  const next = useSyncExternalStore(wanted.subscribe, wanted.get)
  const load = () => void session.load().catch(() => undefined)

  useLive('call', load)
  useLive('hello', load)
  useLive('signal', session.receive)
  useEffect(() => void session.load().catch(() => undefined), [session])
  useEffect(() => {
    if (!next) return
    wanted.set(null)
    void session.ring(next.profile, next.kind)
  }, [next, session, wanted])
  useEffect(() => () => session.hangUp(), [session])

  return view.phase === 'none' ? null : <CallView view={view} session={session} memberId={memberId} />
}
