import type { Card } from '@/api/types'
import { createStore } from '@/store'

export interface Wanted {
  profile: Card
  kind: 'voice' | 'video'
}

/** The call that the member asks for with a button; the code of calls is loaded for it, and takes it. */
export const createWanted = () => createStore<Wanted | null>(null)
