import { useState } from 'react'
import { useLocation } from 'react-router'
import { usePushState } from '@/api/push-state'
import type { User } from '@/api/types'
import { useChats } from '@/api/use-chats'
import { useLikes } from '@/api/use-likes'
import { isWithheld, useAge } from '@/features/age/api/use-age'
import { useOfferAnswer } from '@/features/offer/api/use-offer'
import { isDismissed } from '@/features/push/model/dismissal'
import { chooseNotice, type NoticeName } from './choose-notice'

interface Decided {
  at: string
  /** Whether this screen keeps a slot for a notice. */
  hasSlot: boolean
}

/**
 * The notice of this screen, decided when the screen is opened. A matter found out later, such as a browser that can show
 * pushes, waits for the next screen; one that is settled meanwhile leaves its slot empty: nothing moves by itself.
 */
export function useNotice(user: User) {
  const { pathname } = useLocation()
  const { status } = usePushState()
  const chats = useChats().data
  const likes = useLikes().data
  const offer = useOfferAnswer(user)
  const { age } = useAge()
  const [openedAt] = useState(() => Date.now())
  const notice = chooseNotice({
    user,
    pathname,
    isWithheld: isWithheld(age),
    mayHaveOffer: offer !== null,
    isAway: (name) => isDismissed(user.id, awayNames[name], openedAt),
    canPush: status === 'capable',
    hasInbox: Boolean(chats?.chats.length || likes?.counts.received),
  })
  const [decided, setDecided] = useState<Decided>({ at: pathname, hasSlot: notice !== null })
  if (decided.at !== pathname) setDecided({ at: pathname, hasSlot: notice !== null })
  return {
    hasSlot: decided.hasSlot,
    notice: decided.hasSlot ? notice : null,
    /** The member put it away: their press may move the screen. */
    dismiss: () => setDecided({ at: pathname, hasSlot: false }),
  }
}

const awayNames: Record<Extract<NoticeName, 'mail' | 'push'>, string> = {
  mail: 'mail-stopped-alert',
  push: 'push-alert',
}
