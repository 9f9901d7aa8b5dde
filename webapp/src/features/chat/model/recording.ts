/** A recording, ready to be sent: WAV in the one form that the server accepts. */
export interface Recording {
  wav: Blob
  milliseconds: number
  /** The waveform: numbers from 0 to 100, the loudest 100. */
  peaks: number[]
}

export const sampleRate = 24_000
export const longestSeconds = 60
const peakCount = 48
const headerBytes = 44
const sampleBytes = 2

/** The WAV file of mono samples from -1 to 1: PCM of 16 bits, a header of 44 bytes, at most a minute. */
export function wavOf(samples: Float32Array): Blob {
  const kept = samples.subarray(0, longestSeconds * sampleRate)
  const size = kept.length * sampleBytes
  const view = new DataView(new ArrayBuffer(headerBytes + size))
  const word = (at: number, text: string) =>
    [...text].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)))
  word(0, 'RIFF')
  view.setUint32(4, headerBytes - 8 + size, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true) // PCM
  view.setUint16(22, 1, true) // mono
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * sampleBytes, true)
  view.setUint16(32, sampleBytes, true)
  view.setUint16(34, sampleBytes * 8, true)
  word(36, 'data')
  view.setUint32(40, size, true)
  kept.forEach((sample, index) => {
    const clipped = Math.max(-1, Math.min(1, sample))
    view.setInt16(headerBytes + index * sampleBytes, Math.round(clipped * 32_767), true)
  })
  return new Blob([view.buffer], { type: 'audio/wav' })
}

/** The waveform of samples, as the server computes it. */
export function peaksOf(samples: Float32Array, count = peakCount): number[] {
  const edge = (part: number) => Math.floor((samples.length * part) / count)
  const loudest = Array.from({ length: count }, (_, part) =>
    samples.subarray(edge(part), edge(part + 1)).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
  )
  const most = Math.max(...loudest) || 1
  return loudest.map((peak) => Math.round((100 * peak) / most))
}

export function recordingOf(samples: Float32Array): Recording {
  const kept = samples.subarray(0, longestSeconds * sampleRate)
  return { wav: wavOf(kept), milliseconds: Math.floor((kept.length * 1000) / sampleRate), peaks: peaksOf(kept) }
}

/** Minutes and seconds, as players show them. */
export function clockOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
