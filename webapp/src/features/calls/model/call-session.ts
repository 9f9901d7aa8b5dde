import { isApiError } from '@/api/api-error'
import { newId } from '@/api/new-id'
import type { Card, Id, LiveEvents } from '@/api/types'
import { createStore } from '@/store'
import * as calls from '@/features/calls/api/calls'
import type { Call, CallKind } from '@/features/calls/api/calls'
import { blur, canBlur, hasBlur, limitPicture, openDevices, otherCamera } from './media'
import { closeRingNotification } from './ring-notification'
import { connectPeer, type Link, type Peer } from './peer'

export type End = 'ended' | 'unanswered' | 'failed' | 'no_devices'

export interface CallView {
  phase: 'none' | 'calling' | 'rung' | Link | 'over'
  kind: CallKind
  profile: Card | null
  /** Of an answered call, whose line is in the conversation. */
  callId: Id | null
  local: MediaStream | null
  remote: MediaStream | null
  isMuted: boolean
  isCameraOff: boolean
  isFrugal: boolean
  isBlurred: boolean
  /** When both were connected, by the clock of this device. */
  since: number | null
  end: End | null
  /** The refusal of the server, if that ended it. */
  error: unknown
}

const nothing: CallView = {
  phase: 'none',
  kind: 'voice',
  profile: null,
  callId: null,
  local: null,
  remote: null,
  isMuted: false,
  isCameraOff: false,
  isFrugal: false,
  isBlurred: false,
  since: null,
  end: null,
  error: null,
}

const reportMilliseconds = 10_000
const retryMilliseconds = 1_500
const lostMilliseconds = 15_000
const overMilliseconds = 3_000
/** A ring lasts 30 seconds on the server, a connection is made in 15. Meanwhile an event of either may be lost. */
const longestWait = 35_000
const lookMilliseconds = 5_000

const stop = (stream: MediaStream | null) => stream?.getTracks().forEach((track) => track.stop())

/**
 * The call of this page. The server has its state: each event of the stream has it read again, so a lost or repeated
 * event changes nothing. The page that calls and the one that answers are bound to the call by an id of their own.
 */
export function createCallSession() {
  const store = createStore(nothing)
  const tab = newId()
  let call: Call | null = null
  let peer: Peer | null = null
  /** Of the call whose connection has been begun: both its answer and an event of the stream begin it. */
  let connecting: Id | null = null
  /** A call that rings no more on this page: it could not be answered here, and others of the member may still. */
  let silenced: Id | null = null
  let early: LiveEvents['signal'][] = []
  let reporting: ReturnType<typeof setTimeout> | undefined
  let losing: ReturnType<typeof setTimeout> | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined
  let looking: ReturnType<typeof setTimeout> | undefined
  let giveUpAt = 0
  /** Counts the calls that are over: devices and answers that come after the end of theirs are given up. */
  let ended = 0

  const show = (change: Partial<CallView>) => store.set({ ...store.get(), ...change })
  const isFree = () => ['none', 'over'].includes(store.get().phase)
  const isHere = () => ['calling', 'connecting', 'connected', 'lost'].includes(store.get().phase)

  function release(): void {
    clearTimeout(reporting)
    clearTimeout(losing)
    clearTimeout(looking)
    peer?.close()
    peer = null
    early = []
    call = null
    connecting = null
    ended += 1
    stop(store.get().local)
  }

  function over(end: End, error: unknown = null): void {
    release()
    show({ phase: 'over', local: null, remote: null, end, error })
    clearTimeout(leaving)
    // An error stays until it is closed.
    if (!error && end !== 'no_devices') leaving = setTimeout(() => store.set(nothing), overMilliseconds)
  }

  function dismiss(): void {
    release()
    store.set(nothing)
  }

  async function hangUp(end: End = 'ended', error: unknown = null): Promise<void> {
    const id = call?.id
    const { phase } = store.get()
    if (phase === 'rung') void closeRingNotification().catch(() => undefined)
    if (phase === 'rung' || phase === 'calling') dismiss()
    else over(end, error)
    // Repeated once: without it, the server ends the call by its own clock.
    if (id) await calls.end(id).catch(() => calls.end(id).catch(() => undefined))
  }

  async function devices(kind: CallKind): Promise<MediaStream | null> {
    try {
      return await openDevices(kind)
    } catch {
      return null
    }
  }

  /** Tells the server that this page receives its partner, again and again while it does. */
  async function report(id: Id): Promise<void> {
    clearTimeout(reporting)
    let pause = reportMilliseconds
    try {
      const answer = await calls.reportConnected(id, tab)
      if (call?.id !== id) return
      call = answer.call
      // Until the partner's page has reported, too.
      if (!call.connected) pause = retryMilliseconds
    } catch (error) {
      if (call?.id !== id) return
      // A network that is gone for a moment (status 0) ends no call whose sound still comes.
      if (isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429)
        return void hangUp('failed', error)
      pause = retryMilliseconds
    }
    reporting = setTimeout(() => {
      if (store.get().phase === 'connected') void report(id)
    }, pause)
  }

  function follow(link: Link): void {
    const id = call?.id
    // A connection that is tried again is lost again: the time for it goes on.
    if (!id || !isHere() || link === store.get().phase) return
    clearTimeout(losing)
    show({ phase: link })
    if (link === 'connected') {
      if (!store.get().since) show({ since: Date.now() })
      void report(id)
    } else if (link === 'lost') losing = setTimeout(() => void hangUp(), lostMilliseconds)
  }

  async function connect(bound: Call): Promise<void> {
    const { local } = store.get()
    if (!local || connecting === bound.id) return
    connecting = bound.id
    show({ phase: 'connecting', callId: bound.id })
    watch()
    try {
      const made = await connectPeer({
        isCaller: bound.own,
        kind: bound.kind,
        local,
        relay: () => calls.relayOf(bound.id, tab),
        send: (kind, content) => calls.signal(bound.id, tab, kind, content),
        onLink: follow,
        onRemote: (remote) => show({ remote }),
      })
      if (call?.id !== bound.id) return made.close()
      peer = made
      early.forEach(({ kind, content }) => made.receive(kind, content))
      early = []
      if (store.get().isCameraOff) await made.video?.replaceTrack(null)
    } catch (error) {
      await hangUp('failed', error)
    }
  }

  /** Reads the state of the server and follows it. */
  async function load(): Promise<void> {
    const answer = await calls.openCall()
    const { call: now, profile } = answer
    const before = call
    if (before && now?.id !== before.id) {
      const wasRinging = store.get().phase === 'calling'
      if (store.get().phase === 'rung') dismiss()
      else if (isHere()) over(wasRinging ? 'unanswered' : store.get().since || !connecting ? 'ended' : 'failed')
    }
    if (!now || !profile) return
    const isBoundHere = now.tab === tab
    if (now.state === 'ringing' && !now.own && isFree() && now.id !== silenced) {
      clearTimeout(leaving)
      call = now
      show({ ...nothing, phase: 'rung', kind: now.kind, profile })
      watch()
    } else if (now.state === 'answered' && !isBoundHere && store.get().phase === 'rung') dismiss()
    else if (now.state === 'answered' && isBoundHere && isHere()) {
      call = now
      await connect(now)
    }
  }

  const isWaiting = () => ['calling', 'rung', 'connecting'].includes(store.get().phase)

  /** Reads the state again until the call is connected or over. Without the server it is over after its time. */
  function watch(): void {
    giveUpAt = Date.now() + longestWait
    look()
  }

  function look(): void {
    clearTimeout(looking)
    looking = setTimeout(() => {
      if (!isWaiting()) return
      if (Date.now() >= giveUpAt) return giveUp()
      void load()
        .catch(() => undefined)
        .then(() => isWaiting() && look())
    }, lookMilliseconds)
  }

  function giveUp(): void {
    const id = call?.id ?? null
    if (store.get().phase === 'rung') {
      silenced = id
      return dismiss()
    }
    over(store.get().phase === 'calling' ? 'unanswered' : 'failed')
    if (id) void calls.end(id).catch(() => undefined)
  }

  async function answer(): Promise<void> {
    const rung = call
    if (!rung || store.get().phase !== 'rung') return
    show({ phase: 'connecting' })
    void closeRingNotification().catch(() => undefined)
    const before = ended
    const local = await devices(rung.kind)
    if (ended !== before) return stop(local)
    if (!local) {
      silenced = rung.id
      return over('no_devices')
    }
    show({ local, isBlurred: hasBlur(local.getVideoTracks()[0]) })
    try {
      const answered = (await calls.answer(rung.id, tab)).call
      if (ended !== before) return void calls.end(answered.id).catch(() => undefined)
      call = answered
      await connect(answered)
    } catch (error) {
      if (ended === before) over('failed', error)
    }
  }

  /** Of two who call each other at the same time one gets through; the other answers that call. */
  async function meet(profile: Card, kind: CallKind): Promise<void> {
    await load().catch(() => undefined)
    const { phase, profile: caller, kind: theirs } = store.get()
    if (phase === 'rung' && caller?.id === profile.id && theirs === kind) await answer()
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    load,
    dismiss,
    hangUp: () => void hangUp(),

    async ring(profile: Card, kind: CallKind): Promise<void> {
      if (!isFree()) return
      clearTimeout(leaving)
      show({ ...nothing, phase: 'calling', kind, profile })
      const before = ended
      const local = await devices(kind)
      if (ended !== before) return stop(local)
      if (!local) return over('no_devices')
      show({ local, isBlurred: hasBlur(local.getVideoTracks()[0]) })
      try {
        const rung = (await calls.ring(profile.id, kind, tab)).call
        if (ended === before) {
          call = rung
          watch()
        } else void calls.end(rung.id).catch(() => undefined)
      } catch (error) {
        if (ended !== before) return
        over('failed', error)
        if (isApiError(error, 'in_another_call')) await meet(profile, kind)
      }
    },

    answer,

    /** The page goes: it hangs up, and a call that rings goes on ringing on the member's other pages. */
    leave(): void {
      if (store.get().phase === 'rung') dismiss()
      else void hangUp()
    },

    receive(signal: LiveEvents['signal']): void {
      if (signal.tab !== tab || signal.call_id !== call?.id) return
      if (peer) peer.receive(signal.kind, signal.content)
      else early.push(signal)
    },

    mute(isMuted: boolean): void {
      store
        .get()
        .local?.getAudioTracks()
        .forEach((track) => (track.enabled = !isMuted))
      show({ isMuted })
    },

    /** Sends no picture, not even a black one: the partner's page shows the face in its place. */
    turnCamera(isCameraOff: boolean): void {
      const [track] = store.get().local?.getVideoTracks() ?? []
      if (!track) return
      track.enabled = !isCameraOff
      void peer?.video?.replaceTrack(isCameraOff ? null : track).catch(() => undefined)
      show({ isCameraOff })
    },

    async switchCamera(): Promise<void> {
      const { local, isBlurred } = store.get()
      const now = local?.getVideoTracks()[0]
      if (!local || !now) return
      const before = ended
      const next = await otherCamera(now)
      // Before its first picture is sent.
      if (isBlurred && canBlur(next)) await blur(next, true).catch(() => undefined)
      if (ended !== before) return next.stop()
      next.enabled = !store.get().isCameraOff
      if (!store.get().isCameraOff) await peer?.video?.replaceTrack(next)
      show({ local: new MediaStream([...local.getAudioTracks(), next]), isBlurred: hasBlur(next) })
    },

    async blur(isBlurred: boolean): Promise<void> {
      const track = store.get().local?.getVideoTracks()[0]
      if (!track) return
      await blur(track, isBlurred)
      show({ isBlurred: hasBlur(track) })
    },

    async saveData(isFrugal: boolean): Promise<void> {
      const sender = peer?.video
      if (!sender) return
      await limitPicture(sender, isFrugal)
      show({ isFrugal })
    },
  }
}
