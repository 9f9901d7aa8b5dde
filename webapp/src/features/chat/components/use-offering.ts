import { useState } from 'react'
import { ApiError } from '@/api/api-error'
import { keep, kept } from '@/api/device/member-storage'
import type { Id } from '@/api/types'
import type { Content } from '@/outbox/message'
import { useOutbox } from '@/outbox/use-outbox'

export type OfferName = 'gift' | 'icebreaker'

export interface Choice {
  id: string | null
  text: string
}

const entryName = (name: OfferName, profileId: Id) => `${name}:${profileId}`

/** The sheet opens with this choice. */
export function keepChoice(name: OfferName, memberId: Id, profileId: Id, choice: Choice | null): void {
  keep(memberId, entryName(name, profileId), choice)
}

/** The chosen offer and its text; stored on the device until it is sent, also on the way to the shop and back. */
export function useOffering(name: OfferName, memberId: Id, profileId: Id, onSent: () => void) {
  const [choice, setChoice] = useState<Choice>(
    () => kept<Choice>(memberId, entryName(name, profileId)) ?? { id: null, text: '' },
  )
  const outbox = useOutbox()
  const [error, setError] = useState<unknown>(null)

  const change = (changes: Partial<Choice>) => {
    const next = { ...choice, ...changes }
    setChoice(next)
    setError(null)
    keepChoice(name, memberId, profileId, next.id || next.text ? next : null)
  }

  /** The sheet's props, once the catalogue has loaded. */
  function of(credits: number | null, content: Content | null) {
    return {
      credits,
      text: choice.text,
      setText: (text: string) => change({ text }),
      error,
      send: (balance: number) => {
        if (!content || credits === null) return
        if (credits > balance) return setError(new ApiError(402, { code: 'not_enough_credits', message: '' }))
        const refusal = outbox.send(profileId, content, credits)
        if (refusal) return setError(refusal)
        keepChoice(name, memberId, profileId, null)
        onSent()
      },
    }
  }

  return { choice, change, of }
}

export type Offering = ReturnType<ReturnType<typeof useOffering>['of']>
