import { api } from '../../../api/client'
import type { Card } from '../../../api/types'
import { inTurn } from '../model/in-turn'
import { withLike, withoutLike } from '../model/lists'
import { changeLikes } from './change-likes'

export async function withdrawLike(card: Card): Promise<void> {
  await changeLikes((likes) => withoutLike(likes, card.id))
  try {
    await inTurn(card.id, () => api.delete('like.php', { profile_id: card.id }))
    await changeLikes((likes) => withoutLike(likes, card.id))
  } catch (error) {
    await changeLikes((likes) => withLike(likes, card, new Date()))
    throw error
  }
}
