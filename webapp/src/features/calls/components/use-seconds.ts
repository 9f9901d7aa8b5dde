import { useEffect, useState } from 'react'

const twoDigits = (count: number) => String(count).padStart(2, '0')

/** The time since then as minutes and seconds. */
export function useSeconds(since: number | null): string {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (since === null) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [since])
  const seconds = since === null ? 0 : Math.max(0, Math.floor((now - since) / 1000))
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`
}
