import { useEffect, useRef, useState } from 'react'
import type { Id } from '@/api/types'
import { useLive } from '@/live/use-live'

const lasts = 6_000

/** The partner is writing; over when the message comes or no event arrived for a while. */
export function useTyping(profileId: Id | undefined): boolean {
  const [isTyping, setTyping] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = () => {
    clearTimeout(timer.current)
    setTyping(false)
  }
  useLive('typing', (event) => {
    if (event.profile_id !== profileId) return
    clearTimeout(timer.current)
    setTyping(true)
    timer.current = setTimeout(() => setTyping(false), lasts)
  })
  useLive('message', (event) => event.profile_id === profileId && !event.message.own && stop())
  useEffect(() => () => clearTimeout(timer.current), [])
  return isTyping
}
