import useSWR from 'swr'
import { address, api } from '../../../api/client'
import type { Gifts, Icebreakers } from '../../../api/types'
import { useLive } from '../../../live/use-live'

/** What is on offer and what the member has, as it is now. */
function useOffers<Offers extends { balance: number }>(path: string) {
  const { data, error, mutate } = useSWR<Offers>(address(path), () => api.get<Offers>(path))
  useLive('balance', ({ credits }) => void mutate((offers) => offers && { ...offers, balance: credits }, { revalidate: false }))
  return { offers: data, error: error as unknown, retry: () => void mutate() }
}

export const useGifts = () => useOffers<Gifts>('gifts.php')
export const useIcebreakers = () => useOffers<Icebreakers>('icebreakers.php')
