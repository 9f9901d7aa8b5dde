import type { Card } from '../../../api/types'
import { useErrorText } from '../../../api/use-error-text'
import { useLikes } from '../../../api/use-likes'
import { showToast } from '../../../ui'
import { giveLike } from '../api/give-like'
import { withdrawLike } from '../api/withdraw-like'
import { isLiked } from '../model/lists'

export function useLike(card: Card) {
  const errorText = useErrorText()
  const { data: likes } = useLikes()
  const liked = isLiked(likes, card.id)
  const toggle = () => {
    const change = liked ? withdrawLike : giveLike
    change(card).catch((error: unknown) => showToast({ text: errorText(error), kind: 'danger' }))
  }
  return { liked, toggle }
}
