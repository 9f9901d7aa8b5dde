import type { Card, Hand, Id } from '../../../api/types'

/** What lies before the player, the top card first, and what is left of the day's likes. */
export interface Game {
  cards: Card[]
  decided: ReadonlySet<Id>
  likesLeft: number
  lastPass: Card | null
  /** The last deal brought nobody new. */
  isDry: boolean
}

const fewCards = 4

export const newGame: Game = { cards: [], decided: new Set(), likesLeft: 0, lastPass: null, isDry: false }

/** Adds whom the server dealt: it may deal again whom we hold, or whose decision is still on its way. */
export function dealt(game: Game, hand: Hand, isFirst: boolean): Game {
  const known = new Set([...game.decided, ...game.cards.map(({ id }) => id)])
  const fresh = hand.profiles.filter(({ id }) => !known.has(id))
  return {
    ...game,
    cards: [...game.cards, ...fresh],
    isDry: fresh.length === 0,
    ...(isFirst && { likesLeft: hand.likes_left, lastPass: hand.last_pass }),
  }
}

export function needsCards(game: Game): boolean {
  return !game.isDry && game.cards.length < fewCards
}

export function decided(game: Game, card: Card, like: boolean): Game {
  return {
    ...game,
    cards: game.cards.filter(({ id }) => id !== card.id),
    decided: new Set([...game.decided, card.id]),
    likesLeft: Math.max(0, game.likesLeft - (like ? 1 : 0)),
    lastPass: like ? game.lastPass : card,
  }
}

/** The card lies on top again, as if nothing had been decided. */
export function putBack(game: Game, card: Card): Game {
  const others = new Set(game.decided)
  others.delete(card.id)
  return {
    ...game,
    cards: [card, ...game.cards.filter(({ id }) => id !== card.id)],
    decided: others,
    lastPass: game.lastPass?.id === card.id ? null : game.lastPass,
  }
}
