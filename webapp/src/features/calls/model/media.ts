import type { CallKind } from '@/features/calls/api/calls'

const picture: MediaTrackConstraints = { width: { ideal: 1280 }, height: { ideal: 720 }, facingMode: 'user' }

/** Microphone, and the camera for a call with video. Rejects when the browser or the member does not allow it. */
export const openDevices = (kind: CallKind): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ audio: true, video: kind === 'video' && picture })

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

export function canBlur(track: MediaStreamTrack | undefined): boolean {
  const known = track?.getCapabilities?.() as Blurring | undefined
  return known?.backgroundBlur?.includes(true) ?? false
}

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
