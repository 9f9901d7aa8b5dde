import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import type { Card, Id, Picture } from '@/api/types'
import { Dialog, LinkButton, Photo } from '@/ui'
import styles from './match-dialog.module.css'

interface Props {
  /** The other one; null is closed. */
  card: Card | null
  own: { name: string; photo: Picture | null }
  /** Both like each other, or so far only they do. */
  mutual: boolean
  /** Where the button leads; to a match it says hello by default. */
  leadsTo?: 'chat' | 'profile'
  onClose: () => void
  /** The photo was pressed; its link leads to the profile. */
  onImagePressed?: (id: Id) => void
  /** Called by the button: it greets a match, and leads to the profile without one. */
  onButtonPressed?: (id: Id) => void
  /** Besides, when the button begins a conversation. */
  onConversationStart?: (id: Id) => void
}

/** One breath: two photos lean in, a soft glow, still. A press anywhere or Esc closes it. */
export function MatchDialog({
  card,
  own,
  mutual,
  leadsTo = mutual ? 'chat' : 'profile',
  onClose,
  onImagePressed,
  onButtonPressed,
  onConversationStart,
}: Props) {
  const { t } = useTranslation('likes')
  const action = useRef<HTMLAnchorElement>(null)
  const open = card !== null

  useEffect(() => {
    if (open) action.current?.focus()
  }, [open])

  const press = () => {
    if (!card) return
    onButtonPressed?.(card.id)
    if (leadsTo === 'chat') onConversationStart?.(card.id)
  }
  const title = mutual ? t('match_title') : t('new_like')
  return (
    <Dialog open={open} onClose={onClose} title={title} hideTitle className={styles.dialog}>
      {card && (
        // The keyboard has Esc, the cross and the two links.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
        <div className={styles.match} onClick={(event) => (event.target as Element).closest('a') || onClose()}>
          <div className={styles.photos}>
            {mutual && (
              <div className={styles.own}>
                <Photo photo={own.photo} name={own.name} alt="" sizes="180px" />
              </div>
            )}
            <Link
              className={mutual ? styles.other : styles.only}
              to={paths.member(card.id)}
              state={{ card }}
              aria-label={t('see_profile', { name: card.name })}
              onClick={() => onImagePressed?.(card.id)}
            >
              <Photo photo={card.main_image} name={card.name} alt="" sizes="180px" />
            </Link>
          </div>
          <p className={styles.title} aria-hidden="true">
            {title}
          </p>
          <p className={styles.text}>
            {mutual ? t('match_text', { name: card.name }) : t('like_text', { name: card.name })}
          </p>
          <LinkButton
            ref={action}
            kind={mutual ? 'accent' : 'primary'}
            wide
            to={leadsTo === 'chat' ? paths.memberChat(card.id) : paths.member(card.id)}
            onClick={press}
          >
            {leadsTo === 'chat' ? t('say_hello') : t('see_profile', { name: card.name })}
          </LinkButton>
        </div>
      )}
    </Dialog>
  )
}
