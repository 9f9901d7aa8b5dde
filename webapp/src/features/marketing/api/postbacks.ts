import useSWR, { mutate } from 'swr'
import { address, api } from '@/api/client'
import { newId } from '@/api/new-id'
import type { Postbacks } from '@/api/types'

const path = 'marketing-postbacks.php'
const onePath = 'marketing-postback.php'

export type Goal = Postbacks['log'][number]['goal']

export interface PostbackTerms {
  network: string
  hosts: string[]
  templates: Partial<Record<Goal, string>>
  hold_days: number
  is_paused: boolean
  method: Postbacks['method']
}

/** The postbacks of a network. Asked again while a test is on its way: the answer comes from another process. */
export const usePostbacks = (network: string) =>
  useSWR<Postbacks>(address(path, { network }), () => api.get<Postbacks>(path, { network }), {
    refreshInterval: (data) => (data?.tests.some((test) => !test.is_sent) ? 2000 : 0),
  })

export async function setPostbacks(terms: PostbackTerms) {
  await api.put(path, terms)
  await mutate(address(path, { network: terms.network }))
}

export async function testPostback(network: string, goal: Goal) {
  await api.post(onePath, { id: newId(), network, goal })
  await mutate(address(path, { network }))
}

export async function sendPostbackAgain(network: string, id: string) {
  await api.put(onePath, { id })
  await mutate(address(path, { network }))
}
