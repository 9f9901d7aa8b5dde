import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { Gifts, Icebreakers } from '@/api/types'
import { useLive } from '@/live/use-live'
import { costOf } from '@/outbox/queue'
import { useUnsent } from '@/outbox/use-outbox'
import { useRememberAnswer } from './remember-chats'

/** The offers, and the balance less the price of unsent ones. */
function useOffers<Offers extends { balance: number }>(path: string, isWanted: boolean) {
  const { data, error, mutate } = useSWR<Offers>(isWanted ? address(path) : null, () => api.get<Offers>(path))
  useRememberAnswer(address(path), data)
  const spent = costOf(useUnsent())
  useLive(
    'balance',
    ({ credits }) => void mutate((offers) => offers && { ...offers, balance: credits }, { revalidate: false }),
  )
  const offers = data && { ...data, balance: Math.max(0, data.balance - spent) }
  return { offers, error: error as unknown, retry: () => void mutate() }
}

export const useGifts = () => useOffers<Gifts>('gifts.php', true)
export const useIcebreakers = (isWanted = true) => useOffers<Icebreakers>('icebreakers.php', isWanted)
