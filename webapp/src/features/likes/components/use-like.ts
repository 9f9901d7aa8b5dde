import type { Card } from '../../../api/types'
import { useErrorText } from '../../../api/use-error-text'
import { useLikes } from '../../../api/use-likes'
import { showToast } from '../../../ui'
import { useGiveLike } from '../api/use-give-like'
import { useWithdrawLike } from '../api/use-withdraw-like'
import { isLiked } from '../model/lists'

export function useLike(card: Card) {
  const errorText = useErrorText()
  const { data: likes } = useLikes()
  const giveLike = useGiveLike()
  const withdrawLike = useWithdrawLike()
  const liked = isLiked(likes, card.id)
  const toggle = () => {
    const change = liked ? withdrawLike : giveLike
    change(card).catch((error: unknown) => showToast({ text: errorText(error), kind: 'danger' }))
  }
  return { liked, toggle }
}
