import { useEffect } from 'react'
import { chatPreferences } from '@/api/chat-preferences'
import type { Id } from '@/api/types'
import { playTone } from '@/live/tone'

const pauseMilliseconds = 2_000

const buzz = [400, 200, 400]

/**
 * While a call comes in: its words as the title of the page, a phone that vibrates, and the tone of messages again and
 * again where the member has switched sounds on. Browsers keep both back until something was pressed.
 */
export function useRinging(isRinging: boolean, words: string, memberId: Id): void {
  useEffect(() => {
    if (!isRinging) return
    const { title } = document
    document.title = words
    const sound = () => {
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(buzz)
      if (chatPreferences(memberId).tone) void playTone().catch(() => undefined)
    }
    sound()
    const timer = setInterval(sound, pauseMilliseconds)
    return () => {
      clearInterval(timer)
      if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(0)
      document.title = title
    }
  }, [isRinging, words, memberId])
}
