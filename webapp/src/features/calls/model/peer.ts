import type { CallKind, Relay, SignalKind } from '@/features/calls/api/calls'

/** What is known of the connection to the partner's page. */
export type Link = 'connecting' | 'connected' | 'lost'

interface Wires {
  /** Of the page that called: it makes all offers. */
  isCaller: boolean
  local: MediaStream
  kind: CallKind
  relay: () => Promise<Relay>
  send: (kind: SignalKind, content: string) => Promise<unknown>
  onLink: (link: Link) => void
  onRemote: (stream: MediaStream) => void
}

export interface Peer {
  receive: (kind: SignalKind, content: string) => void
  /** What sends the picture; nothing without a camera. */
  video: RTCRtpSender | undefined
  close: () => void
}

/** An offer is repeated while no answer has come: signals may be lost. */
const repeatMilliseconds = 4_000
/** Candidates that take longer follow one by one. */
const gatherMilliseconds = 1_500

const configuration = ({ mode, urls, username, credential }: Relay): RTCConfiguration => ({
  iceServers: urls.length > 0 ? [{ urls, username, credential }] : [],
  // Media go through the relay alone, so that neither learns the address of the other.
  iceTransportPolicy: mode === 'relay' ? 'relay' : 'all',
  bundlePolicy: 'max-bundle',
})

/** One connection to the page of the partner, kept up until it is closed. */
export async function connectPeer(wires: Wires): Promise<Peer> {
  const { isCaller, local, kind: callKind, relay, send, onLink, onRemote } = wires
  const pc = new RTCPeerConnection(configuration(await relay()))
  const remote = new MediaStream()
  let isSent = false
  let timer: ReturnType<typeof setInterval> | undefined
  let waiting: string[] = []
  let work = Promise.resolve()

  // Signals are lost without harm: what matters is repeated.
  const tell = (kind: SignalKind, content: string) => void send(kind, content).catch(() => undefined)
  const inOrder = (step: () => Promise<void>) => {
    work = work.then(step).catch(() => undefined)
  }

  async function describe(kind: 'offer' | 'answer', options?: RTCOfferOptions): Promise<void> {
    isSent = false
    await pc.setLocalDescription(kind === 'offer' ? await pc.createOffer(options) : await pc.createAnswer())
    await gathered(pc)
    isSent = true
    if (pc.localDescription) tell(kind, pc.localDescription.sdp)
  }

  /** Begins the connection again, with fresh credentials, and repeats the offer until it is answered. */
  const offer = (iceRestart: boolean) =>
    inOrder(async () => {
      if (pc.signalingState === 'closed') return
      if (iceRestart) pc.setConfiguration(configuration(await relay()))
      if (pc.signalingState === 'have-local-offer') await pc.setLocalDescription({ type: 'rollback' })
      await describe('offer', { iceRestart })
    })

  const restart = () => {
    if (isCaller) offer(true)
    else tell('restart', '')
  }

  async function take(kind: SignalKind, content: string): Promise<void> {
    if (kind === 'candidate') {
      if (pc.remoteDescription) await addCandidate(content)
      else waiting.push(content)
      return
    }
    if (kind === 'restart') {
      if (isCaller) offer(true)
      return
    }
    if (kind === 'answer') {
      if (pc.signalingState !== 'have-local-offer') return
    } else if (pc.remoteDescription?.sdp === content && pc.localDescription) {
      tell('answer', pc.localDescription.sdp)
      return
    }
    await pc.setRemoteDescription({ type: kind, sdp: content })
    const early = waiting
    waiting = []
    for (const candidate of early) await addCandidate(candidate)
    if (kind === 'offer') await describe('answer')
  }

  // All media share one transport (`max-bundle`), the first.
  const addCandidate = (candidate: string) =>
    pc.addIceCandidate(candidate ? { candidate, sdpMLineIndex: 0 } : undefined).catch(() => undefined)

  pc.addEventListener('icecandidate', ({ candidate }) => {
    if (isSent && candidate?.candidate) tell('candidate', candidate.candidate)
  })
  pc.addEventListener('track', ({ track }) => {
    remote.addTrack(track)
    onRemote(new MediaStream(remote.getTracks()))
  })
  pc.addEventListener('connectionstatechange', () => {
    clearInterval(timer)
    if (pc.connectionState === 'connected') onLink('connected')
    if (pc.connectionState !== 'disconnected' && pc.connectionState !== 'failed') return
    onLink('lost')
    restart()
    timer = setInterval(restart, repeatMilliseconds)
  })

  const senders = local.getTracks().map((track) => [track.kind, pc.addTrack(track, local)] as const)
  const video = senders.find(([kind]) => kind === 'video')?.[1]
  // Who has no camera sees the partner all the same.
  if (isCaller && callKind === 'video' && !video) pc.addTransceiver('video', { direction: 'recvonly' })
  if (isCaller) {
    offer(false)
    timer = setInterval(() => {
      const made = pc.localDescription
      if (pc.signalingState === 'have-local-offer' && isSent && made) tell('offer', made.sdp)
    }, repeatMilliseconds)
  }
  return {
    receive: (kind, content) => inOrder(() => take(kind, content)),
    video,
    close: () => {
      clearInterval(timer)
      pc.close()
    },
  }
}

/** All candidates are in the description, or the time for it is over. */
function gathered(pc: RTCPeerConnection): Promise<void> {
  if (pc.iceGatheringState === 'complete') return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, gatherMilliseconds)
    pc.addEventListener('icegatheringstatechange', () => {
      if (pc.iceGatheringState !== 'complete') return
      clearTimeout(timer)
      resolve()
    })
  })
}
