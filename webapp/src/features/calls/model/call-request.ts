import type { Card } from '@/api/types'
import { createStore } from '@/store'

export interface CallRequest {
  profile: Card
  kind: 'voice' | 'video'
}

/** The call that the member asks for with a button; the code of calls is loaded for it, and takes it. */
export const createCallRequest = () => createStore<CallRequest | null>(null)
