import type { Card } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { useToast } from '@/ui'
import { useGiveLike } from '@/features/likes/api/use-give-like'
import { useIsLiked } from '@/features/likes/api/use-is-liked'
import { useWithdrawLike } from '@/features/likes/api/use-withdraw-like'

export function useLike(card: Card) {
  const showToast = useToast()
  const errorText = useErrorText()
  const giveLike = useGiveLike()
  const withdrawLike = useWithdrawLike()
  const liked = useIsLiked(card.id)
  const toggle = () => {
    const change = liked ? withdrawLike : giveLike
    change(card).catch((error: unknown) => showToast({ text: errorText(error), kind: 'danger' }))
  }
  return { liked, toggle }
}
