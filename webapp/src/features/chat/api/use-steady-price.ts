import { useRef } from 'react'
import type { Chat } from '@/api/types'
import { isEarlier } from '@/api/wallet'
import { useOutbox } from '@/outbox/use-outbox'

interface SteadyPrice {
  /** Runs a read of the chat. Its price is kept out if a message was sent meanwhile, or is being sent. */
  read: (ask: () => Promise<Chat>) => Promise<Chat>
  /** The answer to a message has brought the price after it. */
  taken: () => void
  /** Whether a message is being sent, whose answer will bring the price after it. */
  isSending: () => boolean
}

/**
 * After a reconnection the page reads the chat again while it sends what has waited. A price that was read before a message
 * counted, or that has a message in it whose answer is still to come, would be shown for a moment and then taken back.
 */
export function useSteadyPrice(known: () => Chat | undefined): SteadyPrice {
  const outbox = useOutbox()
  const answers = useRef(0)
  const isSending = () => outbox.messages().some(({ state }) => state === 'sending')
  return {
    isSending,
    taken: () => {
      answers.current += 1
    },
    read: async (ask) => {
      const before = answers.current
      const chat = await ask()
      const current = known()
      const isOld = answers.current !== before || isSending()
      return current && (isOld || isEarlier(chat.price.wallet_version, current.price.wallet_version))
        ? { ...chat, price: current.price }
        : chat
    },
  }
}
