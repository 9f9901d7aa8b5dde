import { api } from '@/api/client'
import type { CandidateDeck, Id, Swiped } from '@/api/types'

const path = 'swipe-game.php'

export const fetchCandidates = () => api.get<CandidateDeck>(path)

/** `id` is made once for a decision, so that a retry decides once. */
export const sendSwipe = (id: Id, profile: Id, like: boolean) =>
  api.post<Swiped>(path, { id, profile_id: profile, like })

export const takeBackPass = (profile: Id) => api.delete(path, { profile_id: profile })
