import { useState } from 'react'
import { ApiError } from '../../../api/api-error'
import { keep, kept } from '../../../api/member-storage'
import type { Id } from '../../../api/types'
import { sendOffered } from '../api/send-offered'
import type { Offered } from '../model/offers'

interface Choice {
  id: string | null
  text: string
}

/** What is chosen and written; it stays on the device until it is sent, also on the way to the shop and back. */
export function useOffering(name: 'gift' | 'icebreaker', memberId: Id, profileId: Id, onSent: () => void) {
  const place = `${name}:${profileId}`
  const [choice, setChoice] = useState<Choice>(() => kept<Choice>(memberId, place) ?? { id: null, text: '' })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  const change = (changes: Partial<Choice>) => {
    const next = { ...choice, ...changes }
    setChoice(next)
    setError(null)
    keep(memberId, place, next.id || next.text ? next : null)
  }

  async function send(offered: Offered) {
    setBusy(true)
    setError(null)
    try {
      await sendOffered(memberId, profileId, offered)
      keep(memberId, place, null)
      onSent()
    } catch (error) {
      setError(error)
    } finally {
      setBusy(false)
    }
  }

  /** All that a sheet needs, once it is known what is on offer. */
  function of(credits: number | null, offered: Offered | null) {
    return {
      credits,
      text: choice.text,
      setText: (text: string) => change({ text }),
      busy,
      error,
      send: (balance: number) => {
        if (!offered || credits === null || busy) return
        if (credits > balance) setError(new ApiError(402, { code: 'not_enough_credits', message: '' }))
        else void send(offered)
      },
    }
  }

  return { choice, change, of }
}

export type Offering = ReturnType<ReturnType<typeof useOffering>['of']>
