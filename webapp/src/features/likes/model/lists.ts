import type { Card, Id, LikedCard, Likes } from '@/api/types'

export type LikesType = 'received' | 'sent' | 'matches'

export const likesTypes: LikesType[] = ['received', 'sent', 'matches']

export function isLikesType(value: string | undefined): value is LikesType {
  return likesTypes.some((type) => type === value)
}

export type ListedLike = Card & { like_new?: boolean; match: boolean; part: LikedCard['part'] }

export type LikeOfPart = ListedLike & { part: NonNullable<ListedLike['part']> }

/** A like for one photo or answer that is not answered. The previous release sends no part. */
export const isOfPart = (like: ListedLike): like is LikeOfPart => Boolean(like.part) && !like.match

const isNew = (card: ListedLike) => card.like_new === true

/** The first page under a tab: likes for one thing first, then new ones, otherwise as the server has it, the newest first. */
export function listOf(likes: Likes, type: LikesType): ListedLike[] {
  if (type === 'sent') return likes.profiles
  const cards: ListedLike[] =
    type === 'received'
      ? likes.liked_by
      : likes.matches.map((card) => ({ ...card, like_new: isNewLike(likes, card.id) }))
  const rank = (card: ListedLike) => (type === 'received' && isOfPart(card) ? 0 : isNew(card) ? 1 : 2)
  return cards.toSorted((one, other) => rank(one) - rank(other))
}

/** Members under a tab: a match was liked and likes, and is listed as a match alone. */
export function countOf({ counts }: Likes, type: LikesType): number {
  return type === 'matches' ? counts.matches : Math.max(0, counts[type] - counts.matches)
}

/** New likes under a tab. */
export function newOf(likes: Likes, type: LikesType): number {
  const matches = likes.liked_by.filter((card) => card.match && card.like_new).length
  return type === 'sent' ? 0 : type === 'matches' ? matches : Math.max(0, likes.total_new_likes - matches)
}

/** The pages of a tab in one list; a member who moved between two requests is in it once. */
export function joined(type: LikesType, ...pages: ListedLike[][]): ListedLike[] {
  return [
    ...new Map(
      pages
        .flat()
        .filter((card) => card.match === (type === 'matches'))
        .toReversed()
        .map((card) => [card.id, card]),
    ).values(),
  ].toReversed()
}

export function isLiked(likes: Likes | undefined, id: Id): boolean {
  return likes?.profiles.some((card) => card.id === id) ?? false
}

/** Whether a like may be on a page that is not loaded: the first one alone is. */
export function mayBeLiked(likes: Likes | undefined, id: Id): boolean {
  return Boolean(likes?.cursors.sent) && !isLiked(likes, id)
}

export function isNewLike(likes: Likes | undefined, id: Id): boolean {
  return likes?.liked_by.some((card) => card.id === id && card.like_new) ?? false
}

/** A like that became a match is no new like any more. */
export function withLike(likes: Likes, card: Card, at: Date): Likes {
  if (isLiked(likes, card.id)) return likes
  const match = likes.liked_by.some(({ id }) => id === card.id)
  const liked: LikedCard = { ...card, liked_at: at.toISOString(), match, part: null }
  return {
    ...likes,
    liked_by: likes.liked_by.map((other) => (other.id === card.id ? { ...other, match, like_new: false } : other)),
    total_new_likes: Math.max(0, likes.total_new_likes - (isNewLike(likes, card.id) ? 1 : 0)),
    profiles: [liked, ...likes.profiles],
    matches: match ? [liked, ...likes.matches] : likes.matches,
    counts: { ...likes.counts, sent: likes.counts.sent + 1, matches: likes.counts.matches + (match ? 1 : 0) },
  }
}

/** Removes a like. A member on none of the loaded pages counts as liked, too: only likes can be taken back. */
export function withoutLike(likes: Likes, id: Id): Likes {
  const wasMatch = likes.matches.some((card) => card.id === id)
  const without = (cards: LikedCard[]) => cards.filter((card) => card.id !== id)
  return {
    ...likes,
    profiles: without(likes.profiles),
    matches: without(likes.matches),
    liked_by: likes.liked_by.map((card) => (card.id === id ? { ...card, match: false } : card)),
    counts: {
      ...likes.counts,
      sent: Math.max(0, likes.counts.sent - (isLiked(likes, id) ? 1 : 0)),
      matches: Math.max(0, likes.counts.matches - (wasMatch ? 1 : 0)),
    },
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

/** Marks all blurred likes as seen. */
export function withBlurredSeen(likes: Likes): Likes {
  if (!likes.veiled?.new) return likes
  return {
    ...likes,
    total_new_likes: Math.max(0, likes.total_new_likes - likes.veiled.new),
    veiled: { ...likes.veiled, new: 0 },
  }
}
