import type { Candidate, Card, CandidateDeck, Id } from '@/api/types'

/** A card of the deck; one that was put back has no answer. */
export type DeckCard = Card & Partial<Pick<Candidate, 'answer'>>

/** The deck of a player, top card first, and the number of likes left today. */
export interface Game {
  cards: DeckCard[]
  decided: ReadonlySet<Id>
  likesLeft: number
  last: LastDecision | null
  /** The last deck had no new candidate. */
  isDry: boolean
}

/** The decision that can be undone. */
export interface LastDecision {
  card: DeckCard
  like: boolean
}

const fewCards = 4

export const newGame: Game = { cards: [], decided: new Set(), likesLeft: 0, last: null, isDry: false }

/** Adds the candidates of the server that are new: it may repeat some that are shown, or whose decision is under way. */
export function withCandidates(game: Game, deck: CandidateDeck, isFirst: boolean): Game {
  const known = new Set([...game.decided, ...game.cards.map(({ id }) => id)])
  const fresh = deck.profiles.filter(({ id }) => !known.has(id))
  return {
    ...game,
    cards: [...game.cards, ...fresh],
    isDry: fresh.length === 0,
    ...(isFirst && { likesLeft: deck.likes_left, last: lastOf(deck) }),
  }
}

function lastOf({ last_pass: pass, last_like: like }: CandidateDeck): LastDecision | null {
  const card = pass ?? like
  return card && { card, like: !pass }
}

export function needsCards(game: Game): boolean {
  return !game.isDry && game.cards.length < fewCards
}

export function decided(game: Game, card: DeckCard, like: boolean): Game {
  return {
    ...game,
    cards: game.cards.filter(({ id }) => id !== card.id),
    decided: new Set([...game.decided, card.id]),
    likesLeft: Math.max(0, game.likesLeft - (like ? 1 : 0)),
    last: { card, like },
  }
}

/** The card lies on top again, as if nothing had been decided. */
export function putBack(game: Game, card: DeckCard): Game {
  const others = new Set(game.decided)
  others.delete(card.id)
  return {
    ...game,
    cards: [card, ...game.cards.filter(({ id }) => id !== card.id)],
    decided: others,
    last: game.last?.card.id === card.id ? null : game.last,
  }
}
