import { mutate } from 'swr'
import { api } from '../../../api/client'
import { keys } from '../../../api/keys'
import { newId } from '../../../api/new-id'
import type { Card } from '../../../api/types'
import { announceMatch } from '../model/announcements'
import { inTurn } from '../model/in-turn'
import { withLike, withoutLike } from '../model/lists'
import { changeLikes } from './change-likes'

/** Shown at once; taken back when the server refuses. */
export async function giveLike(card: Card): Promise<void> {
  const id = newId()
  await changeLikes((likes) => withLike(likes, card, new Date()))
  try {
    const { match } = await inTurn(card.id, () => api.post<{ match: boolean }>('like.php', { id, profile_id: card.id }))
    // Said again, in case the list was read from the server in between.
    await changeLikes((likes) => withLike(likes, card, new Date()))
    if (!match) return
    announceMatch(card.id)
    await mutate(keys.likes)
  } catch (error) {
    await changeLikes((likes) => withoutLike(likes, card.id))
    throw error
  }
}
