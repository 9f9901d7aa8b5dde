import type { CallKind } from '@/features/calls/api/calls'

const picture: MediaTrackConstraints = { width: { ideal: 1280 }, height: { ideal: 720 }, facingMode: 'user' }

/**
 * Microphone, and the camera for a call with video if there is one that may be used. Rejects without a microphone that
 * the browser and the member allow.
 */
export async function openDevices(kind: CallKind): Promise<MediaStream> {
  const open = (video: false | MediaTrackConstraints) => navigator.mediaDevices.getUserMedia({ audio: true, video })
  if (kind === 'voice') return open(false)
  return open(picture).catch(() => open(false))
}

/** Keeps the screen of a phone on. Returns what lets it go off again. */
export function keepAwake(): () => void {
  let lock: Promise<WakeLockSentinel | undefined> | undefined
  // The browser takes the lock away from a page that is hidden.
  const ask = () => {
    if (document.visibilityState === 'visible') lock = navigator.wakeLock?.request('screen').catch(() => undefined)
  }
  ask()
  document.addEventListener('visibilitychange', ask)
  return () => {
    document.removeEventListener('visibilitychange', ask)
    void lock?.then((held) => held?.release())
  }
}

/** A picture of the other camera of a phone. */
export async function otherCamera(now: MediaStreamTrack): Promise<MediaStreamTrack> {
  const facingMode = now.getSettings().facingMode === 'environment' ? 'user' : 'environment'
  // A phone opens one camera at a time.
  now.stop()
  const stream = await navigator.mediaDevices.getUserMedia({ video: { ...picture, facingMode } })
  return stream.getVideoTracks()[0]!
}

export async function hasSeveralCameras(): Promise<boolean> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  return devices.filter(({ kind }) => kind === 'videoinput').length > 1
}

/** The parts of Media Capture Extensions that TypeScript does not know yet. */
type Blurring = { backgroundBlur?: boolean[] }
type Blurred = { backgroundBlur?: boolean }

/** Whether the page can switch it: where the system alone decides, the camera has one of the two. */
export function canBlur(track: MediaStreamTrack | undefined): boolean {
  const known = (track?.getCapabilities?.() as Blurring | undefined)?.backgroundBlur ?? []
  return known.includes(true) && known.includes(false)
}

/** Whether the background is blurred now; a browser may leave what it was asked undone. */
export const hasBlur = (track: MediaStreamTrack | undefined): boolean =>
  (track?.getSettings?.() as Blurred | undefined)?.backgroundBlur ?? false

export const blur = (track: MediaStreamTrack, isOn: boolean): Promise<void> =>
  track.applyConstraints({ ...track.getConstraints(), backgroundBlur: isOn } as MediaTrackConstraints)

/** Sends a smaller picture and fewer of them, or all there is. */
export async function limitPicture(sender: RTCRtpSender, isFrugal: boolean): Promise<void> {
  const parameters = sender.getParameters()
  for (const encoding of parameters.encodings) {
    if (isFrugal) Object.assign(encoding, { maxBitrate: 150_000, maxFramerate: 15, scaleResolutionDownBy: 3 })
    else {
      delete encoding.maxBitrate
      delete encoding.maxFramerate
      encoding.scaleResolutionDownBy = 1
    }
  }
  await sender.setParameters(parameters)
}
