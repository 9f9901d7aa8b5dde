import { webLocks } from '@/api/device/tabs'

const seconds = 0.32

/** One soft tone, of one tab only, however many are open. Browsers keep it back where nobody has pressed anything yet. */
export async function playTone(): Promise<void> {
  const once = webLocks()
  if (!once) return sound()
  await once.request('tone', { ifAvailable: true }, (lock) => (lock ? sound() : undefined))
}

async function sound(): Promise<void> {
  const context = new AudioContext()
  try {
    const now = context.currentTime
    const tone = new OscillatorNode(context, { type: 'sine', frequency: 660 })
    const volume = new GainNode(context, { gain: 0 })
    volume.gain.linearRampToValueAtTime(0.08, now + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, now + seconds)
    tone.frequency.setValueAtTime(880, now + 0.09)
    tone.connect(volume).connect(context.destination)
    tone.start(now)
    tone.stop(now + seconds)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  } finally {
    await context.close()
  }
}
