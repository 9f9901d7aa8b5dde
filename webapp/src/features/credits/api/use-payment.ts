import { useEffect, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { address, api } from '@/api/client'
import { keys } from '@/api/keys'
import type { Id, Payment } from '@/api/types'
import { useLive } from '@/live/use-live'
import { pollDelay } from '@/features/credits/model/poll'

const undecidedStates: readonly Payment['status'][] = ['open', 'pending', 'requires_action']
const isUndecided = (payment: Payment | undefined) => payment !== undefined && undecidedStates.includes(payment.status)

/** One payment, asked for again until it is decided. A new balance is a reason to ask at once. */
export function usePayment(id: Id) {
  const { mutate: refresh } = useSWRConfig()
  const [asked, setAsked] = useState(0)
  const {
    data: payment,
    error,
    mutate,
  } = useSWR<Payment>(
    address('payment.php', { id }),
    async () => (await api.get<{ payment: Payment }>('payment.php', { id })).payment,
    { dedupingInterval: 0 },
  )
  const undecided = isUndecided(payment)
  const status = payment?.status

  useEffect(() => {
    if (!undecided) return
    const timer = setTimeout(() => {
      setAsked(asked + 1)
      void mutate()
    }, pollDelay(asked))
    return () => clearTimeout(timer)
  }, [undecided, asked, mutate])
  useEffect(() => {
    if (status === 'completed') void refresh(keys.user)
  }, [status, refresh])
  useLive('balance', () => undecided && void mutate())

  return { payment, error: error as unknown, retry: () => void mutate() }
}
