import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSWRConfig } from 'swr'
import { isApiError } from '@/api/api-error'
import { keys } from '@/api/keys'
import { newId } from '@/api/new-id'
import type { Id } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { useToast } from '@/ui'
import { fetchCandidates, sendSwipe, undoSwipe, useDeckOfPage } from '@/features/swipe/api/swipe-game'
import { withCandidates, decided, needsCards, newGame, putBack, type DeckCard } from '@/features/swipe/model/game'

type State = 'loading' | 'ready' | 'failed'

/** The game: decisions show at once, are sent one after the other, and lie on top again when they fail. */
export function useSwipeGame(onMatch: (id: Id) => void) {
  const showToast = useToast()
  const { t } = useTranslation('swipe')
  const errorText = useErrorText()
  const { mutate } = useSWRConfig()
  const ofPage = useDeckOfPage()
  const [game, setGame] = useState(() => (ofPage ? withCandidates(newGame, ofPage, true) : newGame))
  const [state, setState] = useState<State>(ofPage ? 'ready' : 'loading')
  const [error, setError] = useState<unknown>(null)
  const [said, setSaid] = useState('')
  const [round, setRound] = useState(ofPage ? 1 : 0)
  const sent = useRef<Promise<unknown>>(Promise.resolve())

  const wants = state !== 'failed' && needsCards(game)
  useEffect(() => {
    if (!wants) return
    let isLeft = false
    fetchCandidates().then(
      (deck) => {
        if (isLeft) return
        setGame((now) => withCandidates(now, deck, round === 0))
        setState('ready')
        setRound(round + 1)
      },
      (reason: unknown) => {
        if (isLeft) return
        setError(reason)
        setState('failed')
      },
    )
    return () => {
      isLeft = true
    }
  }, [wants, round])

  const inTurn = (send: () => Promise<unknown>) => {
    sent.current = sent.current.then(send, send)
  }

  const decide = (card: DeckCard, like: boolean): boolean => {
    if (like && game.likesLeft === 0) {
      setSaid(t('none_left'))
      return false
    }
    const id = newId()
    setGame((now) => decided(now, card, like))
    setSaid(t(like ? 'said_like' : 'said_pass', { name: card.name }))
    inTurn(async () => {
      try {
        const { match, likes_left } = await sendSwipe(id, card.id, like)
        if (like) {
          setGame((now) => ({ ...now, likesLeft: Math.min(now.likesLeft, likes_left) }))
          void mutate(keys.likes)
        }
        if (match) onMatch(card.id)
      } catch (reason) {
        // A member who left meanwhile stays away; all others return to the top.
        if (isApiError(reason, 'not_found')) return
        setGame((now) => ({
          ...putBack(now, card),
          likesLeft: isApiError(reason, 'no_swipe_likes_left') ? 0 : now.likesLeft + (like ? 1 : 0),
        }))
        showToast({ text: errorText(reason), kind: 'danger' })
      }
    })
    return true
  }

  const takeBack = () => {
    if (!game.last) return
    const { card, like } = game.last
    setGame((now) => putBack(now, card))
    setSaid(t('said_back', { name: card.name }))
    inTurn(async () => {
      try {
        const undone = await undoSwipe(card.id)
        if (!undone.like) return
        setGame((now) => ({ ...now, likesLeft: now.likesLeft + 1 }))
        void mutate(keys.likes)
        if (undone.seen) showToast({ text: t('said_back_seen', { name: card.name }) })
      } catch (reason) {
        setGame((now) => ({ ...decided(now, card, like), likesLeft: now.likesLeft }))
        showToast({ text: errorText(reason), kind: 'danger' })
      }
    })
  }

  const retry = () => setState('loading')

  return { game, state, error, said, decide, takeBack, retry }
}
