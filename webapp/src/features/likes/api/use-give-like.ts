import { api } from '@/api/client'
import { newId } from '@/api/new-id'
import type { Card, Id } from '@/api/types'
import { createAnnouncements } from '@/features/likes/model/announcements'
import { createInTurn } from '@/features/likes/model/in-turn'
import { withLike, withoutLike } from '@/features/likes/model/lists'
import { useSingleton } from '@/singletons'
import { useChangeLikes } from './use-change-likes'
import { useNoteLiked } from './use-is-liked'

export interface Opener {
  part_id: Id
  words: string
}

/** Likes someone: shown at once, taken back when the server refuses. A like for a photo or an answer waits for it. */
export function useGiveLike() {
  const changeLikes = useChangeLikes()
  const noteLiked = useNoteLiked()
  const { announce, skip } = useSingleton(createAnnouncements)
  const inTurn = useSingleton(createInTurn)
  // A silent one shows no dialog for a match: the chat opens instead.
  return async (card: Card, opener?: Opener, { isSilent = false, key = newId() } = {}): Promise<void> => {
    if (isSilent) skip(card.id)
    if (!opener) {
      await noteLiked(card.id, true)
      await changeLikes((likes) => withLike(likes, card, new Date()))
    }
    try {
      const { match } = await inTurn(card.id, () =>
        api.post<{ match: boolean }>('like.php', { id: key, profile_id: card.id, ...opener }),
      )
      if (opener) await noteLiked(card.id, true)
      // Said again, in case the list was read from the server in between.
      await changeLikes((likes) => withLike(likes, card, new Date()), { ask: match || opener !== undefined })
      if (match) announce(card.id)
    } catch (error) {
      if (!opener) {
        await noteLiked(card.id, false)
        await changeLikes((likes) => withoutLike(likes, card.id))
      }
      throw error
    }
  }
}
