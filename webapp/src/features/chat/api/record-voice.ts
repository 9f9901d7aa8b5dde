import { recordingOf, sampleRate, type Recording } from '@/features/chat/model/recording'

/** Why nothing is recorded: the member or the browser refused, there is no microphone, or the browser cannot. */
export type RecordingProblem = 'refused' | 'no_microphone' | 'failed'

export interface Recorder {
  /** How loud it is now, from 0 to 1. */
  level: () => number
  /** Ends it. Rejects when the browser cannot read its own recording. */
  stop: () => Promise<Recording>
  cancel: () => void
}

/** Browsers without it, and pages without HTTPS, offer no voice messages. */
export const canRecord = () => 'MediaRecorder' in window && Boolean(navigator.mediaDevices?.getUserMedia)

export function problemOf(error: unknown): RecordingProblem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'NotReadableError' ? 'no_microphone' : 'failed'
}

/** Asks for the microphone and records. Rejects as `problemOf` reads. */
export async function recordVoice(): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } })
  const context = new AudioContext()
  const end = () => {
    stream.getTracks().forEach((track) => track.stop())
    void context.close()
  }
  try {
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(stream).connect(analyser)
    const heights = new Float32Array(analyser.fftSize)
    const recorder = new MediaRecorder(stream)
    const parts: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data))
    const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
    recorder.start()
    const halt = async () => {
      if (recorder.state !== 'inactive') recorder.stop()
      await ended
    }
    return {
      level: () => {
        analyser.getFloatTimeDomainData(heights)
        return heights.reduce((most, height) => Math.max(most, Math.abs(height)), 0)
      },
      stop: async () => {
        try {
          await halt()
          return recordingOf(await samplesOf(context, new Blob(parts, { type: recorder.mimeType })))
        } finally {
          end()
        }
      },
      cancel: () => void halt().finally(end),
    }
  } catch (error) {
    end()
    throw error
  }
}

/** Decodes what this browser recorded, mixed down to one channel at the rate of the server. */
async function samplesOf(context: AudioContext, recorded: Blob): Promise<Float32Array> {
  const decoded = await context.decodeAudioData(await recorded.arrayBuffer())
  const mixed = new OfflineAudioContext(1, Math.max(1, Math.ceil(decoded.duration * sampleRate)), sampleRate)
  const source = mixed.createBufferSource()
  source.buffer = decoded
  source.connect(mixed.destination)
  source.start()
  return (await mixed.startRendering()).getChannelData(0)
}
