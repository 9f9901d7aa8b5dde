import { api } from '@/api/client'
import { newId } from '@/api/new-id'
import type { Card } from '@/api/types'
import { createAnnouncements } from '@/features/likes/model/announcements'
import { createInTurn } from '@/features/likes/model/in-turn'
import { withLike, withoutLike } from '@/features/likes/model/lists'
import { useSingleton } from '@/singletons'
import { useChangeLikes } from './use-change-likes'
import { useNoteLiked } from './use-is-liked'

/** Likes someone: shown at once, taken back when the server refuses. */
export function useGiveLike() {
  const changeLikes = useChangeLikes()
  const noteLiked = useNoteLiked()
  const { announce } = useSingleton(createAnnouncements)
  const inTurn = useSingleton(createInTurn)
  return async (card: Card): Promise<void> => {
    const id = newId()
    await noteLiked(card.id, true)
    await changeLikes((likes) => withLike(likes, card, new Date()))
    try {
      const { match } = await inTurn(card.id, () =>
        api.post<{ match: boolean }>('like.php', { id, profile_id: card.id }),
      )
      // Said again, in case the list was read from the server in between.
      await changeLikes((likes) => withLike(likes, card, new Date()), { ask: match })
      if (match) announce(card.id)
    } catch (error) {
      await noteLiked(card.id, false)
      await changeLikes((likes) => withoutLike(likes, card.id))
      throw error
    }
  }
}
