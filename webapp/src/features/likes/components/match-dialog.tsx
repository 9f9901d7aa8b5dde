import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../app/paths'
import type { Card, Picture } from '../../../api/types'
import { Dialog, LinkButton, Photo } from '../../../ui'
import styles from './match-dialog.module.css'

interface Props {
  /** The other one; null is closed. */
  card: Card | null
  own: { name: string; photo: Picture | null }
  /** Both like each other, or so far only they do. */
  mutual: boolean
  onClose: () => void
  /** A link in it was followed. */
  onLeave?: () => void
}

/** One breath: two photos lean in, a soft glow, still. A press anywhere or Esc closes it. */
export function MatchDialog({ card, own, mutual, onClose, onLeave }: Props) {
  const { t } = useTranslation('likes')
  const action = useRef<HTMLAnchorElement>(null)
  const open = card !== null

  useEffect(() => {
    if (open) action.current?.focus()
  }, [open])

  const title = mutual ? t('match_title') : t('new_like')
  return (
    <Dialog open={open} onClose={onClose} title={title} hideTitle className={styles.dialog}>
      {card && (
        // The keyboard has Esc, the cross and the two links.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
        <div className={styles.match} onClick={(event) => ((event.target as Element).closest('a') ? onLeave?.() : onClose())}>
          <div className={styles.photos}>
            {mutual && <Photo className={styles.own} photo={own.photo} name={own.name} alt="" sizes="180px" />}
            <Link className={mutual ? styles.other : styles.only} to={paths.member(card.id)} state={{ card }} aria-label={t('see_profile', { name: card.name })}>
              <Photo photo={card.main_image} name={card.name} alt="" sizes="180px" />
            </Link>
          </div>
          <p className={styles.title} aria-hidden="true">
            {title}
          </p>
          <p className={styles.text}>{mutual ? t('match_text', { name: card.name }) : t('like_text', { name: card.name })}</p>
          <LinkButton ref={action} kind={mutual ? 'accent' : 'primary'} wide to={mutual ? paths.memberChat(card.id) : paths.member(card.id)}>
            {mutual ? t('say_hello') : t('see_profile', { name: card.name })}
          </LinkButton>
        </div>
      )}
    </Dialog>
  )
}
