import { api } from '@/api/client'
import type { Card } from '@/api/types'
import { createInTurn } from '@/features/likes/model/in-turn'
import { withLike, withoutLike } from '@/features/likes/model/lists'
import { useSingleton } from '@/singletons'
import { useChangeLikes } from './use-change-likes'
import { useNoteLiked } from './use-is-liked'

/** Takes a like back: shown at once, there again when the server refuses. */
export function useWithdrawLike() {
  const changeLikes = useChangeLikes()
  const noteLiked = useNoteLiked()
  const inTurn = useSingleton(createInTurn)
  return async (card: Card): Promise<void> => {
    await noteLiked(card.id, false)
    await changeLikes((likes) => withoutLike(likes, card.id))
    try {
      await inTurn(card.id, () => api.delete('like.php', { profile_id: card.id }))
      await changeLikes((likes) => withoutLike(likes, card.id))
    } catch (error) {
      await noteLiked(card.id, true)
      await changeLikes((likes) => withLike(likes, card, new Date()))
      throw error
    }
  }
}
