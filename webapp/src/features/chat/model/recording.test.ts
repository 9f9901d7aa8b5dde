import { expect, test } from 'vitest'
import { clockOf, longestSeconds, peaksOf, recordingOf, sampleRate, wavOf } from './recording'

const bytesOf = async (blob: Blob) => new DataView(await blob.arrayBuffer())
const text = (view: DataView, at: number, length: number) =>
  String.fromCharCode(...Array.from({ length }, (_, index) => view.getUint8(at + index)))

test('a WAV has the header that the server accepts, and samples of 16 bits', async () => {
  const view = await bytesOf(wavOf(Float32Array.of(0, 1, -1, 2, -0.5)))

  expect([text(view, 0, 4), text(view, 8, 8), text(view, 36, 4)]).toEqual(['RIFF', 'WAVEfmt ', 'data'])
  expect([view.getUint32(4, true), view.getUint32(40, true), view.byteLength]).toEqual([46, 10, 54])
  expect([view.getUint32(16, true), view.getUint16(20, true), view.getUint16(22, true)]).toEqual([16, 1, 1])
  expect([view.getUint32(24, true), view.getUint32(28, true)]).toEqual([24_000, 48_000])
  expect([view.getUint16(32, true), view.getUint16(34, true)]).toEqual([2, 16])
  expect([0, 1, 2, 3, 4].map((at) => view.getInt16(44 + at * 2, true))).toEqual([0, 32767, -32767, 32767, -16383])
})

test('a recording ends after a minute', () => {
  const recording = recordingOf(new Float32Array(longestSeconds * sampleRate + 500))

  expect(recording.milliseconds).toBe(60_000)
  expect(recording.wav.size).toBe(44 + 60 * 24_000 * 2)
})

test('a waveform is as loud as its loudest part, also of silence and of few samples', () => {
  expect(peaksOf(Float32Array.of(0.1, -0.2, 0.4, 0.3), 2)).toEqual([50, 100])
  expect(peaksOf(new Float32Array(100), 4)).toEqual([0, 0, 0, 0])
  expect(peaksOf(Float32Array.of(0.5), 3)).toEqual([0, 0, 100])
})

test.each([
  [0, '0:00'],
  [4_999, '0:04'],
  [60_000, '1:00'],
])('%i ms is %s', (milliseconds, words) => {
  expect(clockOf(milliseconds)).toBe(words)
})
