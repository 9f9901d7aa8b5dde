import type { Card, Id, LikedByCard, Likes } from '../../../api/types'

export type LikesType = 'received' | 'sent' | 'matches'

export const likesTypes: LikesType[] = ['received', 'sent', 'matches']

export function isLikesType(value: string | undefined): value is LikesType {
  return likesTypes.some((type) => type === value)
}

type Listed = Card & { like_new?: boolean }

/** Who stands under a tab: new ones first, otherwise as the server has it, the newest first. */
export function listOf(likes: Likes, type: LikesType): Listed[] {
  if (type === 'sent') return likes.profiles
  if (type === 'matches') return likes.profiles.filter(({ match }) => match)
  const isNew = ({ like_new }: LikedByCard) => like_new
  return [...likes.liked_by.filter(isNew), ...likes.liked_by.filter((card) => !isNew(card))]
}

export function isLiked(likes: Likes | undefined, id: Id): boolean {
  return likes?.profiles.some((card) => card.id === id) ?? false
}

export function isNewLike(likes: Likes | undefined, id: Id): boolean {
  return likes?.liked_by.some((card) => card.id === id && card.like_new) ?? false
}

export function withLike(likes: Likes, card: Card, at: Date): Likes {
  if (isLiked(likes, card.id)) return likes
  const match = likes.liked_by.some(({ id }) => id === card.id)
  const liked_by = likes.liked_by.map((other) => (other.id === card.id ? { ...other, match } : other))
  return { ...likes, liked_by, profiles: [{ ...card, liked_at: at.toISOString(), match }, ...likes.profiles] }
}

export function withoutLike(likes: Likes, id: Id): Likes {
  return {
    ...likes,
    profiles: likes.profiles.filter((card) => card.id !== id),
    liked_by: likes.liked_by.map((card) => (card.id === id ? { ...card, match: false } : card)),
  }
}

export function withSeen(likes: Likes, id: Id): Likes {
  if (!isNewLike(likes, id)) return likes
  return {
    ...likes,
    liked_by: likes.liked_by.map((card) => (card.id === id ? { ...card, like_new: false } : card)),
    total_new_likes: Math.max(0, likes.total_new_likes - 1),
  }
}
