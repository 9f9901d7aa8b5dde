import { Heart, Sparkles, Undo2, UserRound, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { paths } from '@/paths'
import type { Id } from '@/api/types'
import type { DeckCard } from '@/features/swipe/model/game'
import { classes, EmptyState, ErrorState, LinkButton, Loading, Page, PageTitle, Skeleton } from '@/ui'
import frame from '@/ui/photos/people-frame.module.css'
import styles from './swipe.module.css'
import controls from './swipe-controls.module.css'
import { SwipeCard } from './swipe-card'
import { useArrowKeys } from './use-arrow-keys'
import { useDrag } from './use-drag'
import { useSwipeGame } from './use-swipe-game'

interface Leaving {
  card: DeckCard
  like: boolean
}

/** One person at a time. The buttons are the controls; arrow keys and dragging do the same. */
export function SwipeScreen({ onMatch }: { onMatch: (id: Id) => void }) {
  const { t } = useTranslation(['swipe', 'common'])
  const navigate = useNavigate()
  const { game, state, error, said, decide, takeBack, retry } = useSwipeGame(onMatch)
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const top = game.cards[0]

  const play = (like: boolean): boolean => {
    if (!top || !decide(top, like)) return false
    setLeaving({ card: top, like })
    return true
  }
  const open = () => top && void navigate(paths.member(top.id), { state: { card: top } })
  const drag = useDrag(play)
  useArrowKeys({ ArrowLeft: () => play(false), ArrowRight: () => play(true), ArrowUp: open, ArrowDown: takeBack })

  const backName = !game.last
    ? t('swipe:back')
    : t(game.last.like ? 'swipe:back_like_name' : 'swipe:back_name', { name: game.last.card.name })
  const left = game.likesLeft === 0 ? t('swipe:none_left') : t('swipe:left', { count: game.likesLeft })
  return (
    <Page className={classes(frame.page, styles.page)}>
      <PageTitle
        className={classes(frame.head, styles.head)}
        title={t('swipe:title')}
        lead={state === 'ready' && left}
      />
      {state === 'failed' && !top ? (
        <ErrorState error={error} onRetry={retry} />
      ) : top ? (
        <div className={styles.game}>
          <div className={styles.stage}>
            {game.cards
              .slice(0, 3)
              .map((card, place) => (
                <SwipeCard key={card.id} card={card} place={place as 0 | 1 | 2} {...(place === 0 && drag)} />
              ))
              .toReversed()}
            {leaving && leaving.card.id !== top.id && (
              <SwipeCard
                key={`leaving-${leaving.card.id}`}
                card={leaving.card}
                place={leaving.like ? 'liked' : 'passed'}
                onAnimationEnd={() => setLeaving(null)}
              />
            )}
          </div>
          <div className={controls.controls}>
            <Control name={backName} word={t('swipe:back')} idle={!game.last} onPress={takeBack}>
              <Undo2 size={22} />
            </Control>
            <Control
              big
              name={t('swipe:pass_name', { name: top.name })}
              word={t('swipe:pass')}
              onPress={() => play(false)}
            >
              <X size={30} />
            </Control>
            <Control
              big
              like
              name={t('swipe:like_name', { name: top.name })}
              word={t('swipe:like')}
              idle={game.likesLeft === 0}
              onPress={() => play(true)}
            >
              <Heart size={30} />
            </Control>
            <Control name={t('swipe:profile_name', { name: top.name })} word={t('swipe:profile')} onPress={open}>
              <UserRound size={22} />
            </Control>
          </div>
          <p className={controls.keys}>{t('swipe:keys')}</p>
        </div>
      ) : state === 'loading' || !game.isDry ? (
        <Loading className={styles.waiting}>
          <div className={styles.stage}>
            <Skeleton className={styles.card} />
          </div>
        </Loading>
      ) : (
        <>
          <EmptyState
            icon={<Sparkles size={28} />}
            title={t('swipe:end_title')}
            text={t('swipe:end_text')}
            action={<LinkButton to={paths.members}>{t('common:nav_search')}</LinkButton>}
          />
          {game.last && (
            <div className={controls.controls}>
              <Control name={backName} word={t('swipe:back')} onPress={takeBack}>
                <Undo2 size={22} />
              </Control>
            </div>
          )}
        </>
      )}
      <p role="status" className={styles.said}>
        {said}
      </p>
    </Page>
  )
}

interface ControlProps {
  name: string
  word: string
  big?: boolean
  like?: boolean
  /** Says why when pressed, or has nothing to do. */
  idle?: boolean
  onPress: () => void
  children: ReactNode
}

function Control({ name, word, big, like, idle, onPress, children }: ControlProps) {
  return (
    <button
      type="button"
      className={classes(controls.control, big && controls.big, like && controls.like)}
      aria-label={name}
      aria-disabled={idle || undefined}
      onClick={onPress}
    >
      <span className={controls.round} aria-hidden="true">
        {children}
      </span>
      <span aria-hidden="true">{word}</span>
    </button>
  )
}
