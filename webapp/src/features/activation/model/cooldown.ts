import { useEffect, useState } from 'react'
import { session } from '@/api/device/storage'

const storageKey = 'activation-sent-at'
const wait = 60_000

export function rememberSent(at: number = Date.now()): void {
  session.set(storageKey, String(at))
}

export function secondsLeft(now: number, sentAt: number): number {
  return Math.max(0, Math.ceil((sentAt + wait - now) / 1000))
}

const read = () => secondsLeft(Date.now(), Number(session.get(storageKey) ?? 0))

/** Seconds until another mail may be asked for; survives a reload. */
export function useCooldown(): { left: number; start: (seconds?: number) => void } {
  const [left, setLeft] = useState(read)
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(read()), 1000)
    return () => clearTimeout(timer)
  }, [left])
  const start = (seconds = 60) => {
    rememberSent(Date.now() - (60 - seconds) * 1000)
    setLeft(seconds)
  }
  return { left, start }
}

export function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
