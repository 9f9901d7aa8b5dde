import { api } from '@/api/client'
import type { CandidateDeck, Id, Swiped, UndoneSwipe } from '@/api/types'

const path = 'swipe-game.php'

export const fetchCandidates = () => api.get<CandidateDeck>(path)

/** `id` is made once for a decision, so that a retry decides once. */
export const sendSwipe = (id: Id, profile: Id, like: boolean) =>
  api.post<Swiped>(path, { id, profile_id: profile, like })

export const undoSwipe = (profile: Id) => api.delete<UndoneSwipe>(path, { profile_id: profile })
