import { Heart } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActId } from '@/api/use-act-id'
import { useSettings } from '@/api/use-settings'
import { useErrorText } from '@/api/use-error-text'
import type { Card, Id, Picture } from '@/api/types'
import { Button, Dialog, DialogActions, IconButton, Notice, Photo, TextArea, useToast } from '@/ui'
import { useGiveLike } from '@/features/likes/api/use-give-like'
import styles from './part-like.module.css'

export type Part = { id: Id; photo: Picture } | { id: Id; question: string; text: string }

interface Props {
  card: Card
  part: Part
}

const longest = 300

/** The heart of one photo or answer: it asks for a line of words, and sends the like. */
export function PartLike({ card, part }: Props) {
  const { t } = useTranslation(['likes', 'common'])
  const { settings } = useSettings()
  const [isOpen, setOpen] = useState(false)
  // Null on sites where members like each other as a whole, and absent in settings of the previous release.
  const cost = settings?.opener_credits ?? null
  if (cost === null) return null
  return (
    <>
      <IconButton
        label={t('photo' in part ? 'likes:part_like_photo' : 'likes:part_like_answer')}
        className={styles.heart}
        onClick={() => setOpen(true)}
      >
        <Heart size={22} aria-hidden="true" />
      </IconButton>
      {isOpen && <PartDialog card={card} part={part} cost={cost} onClose={() => setOpen(false)} />}
    </>
  )
}

function PartDialog({ card, part, cost, onClose }: Props & { cost: number; onClose: () => void }) {
  const { t } = useTranslation(['likes', 'common'])
  const giveLike = useGiveLike()
  const showToast = useToast()
  const errorText = useErrorText()
  const [words, setWords] = useState('')
  const actId = useActId()
  const [busy, setBusy] = useState(false)
  const send = async () => {
    const said = words.trim()
    setBusy(true)
    try {
      await giveLike(card, { part_id: part.id, words: said }, { key: actId.of(said) })
      showToast({ text: t('likes:part_sent', { name: card.name }) })
      onClose()
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
      setBusy(false)
    }
  }
  return (
    <Dialog open onClose={onClose} form="sheet" title={t('likes:part_title', { name: card.name })} closable={!busy}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <QuotedPart part={part} name={card.name} />
        <TextArea
          label={t('likes:part_words')}
          hint={t('likes:part_hint', { name: card.name })}
          value={words}
          maxLength={longest}
          onChange={(event) => setWords(event.target.value)}
        />
        {card.fictional && <Notice kind="warning">{t('common:fictional_explained', { name: card.name })}</Notice>}
        {cost > 0 && <p className={styles.cost}>{t('likes:part_cost', { name: card.name, count: cost })}</p>}
        <DialogActions>
          <Button type="submit" kind="accent" busy={busy} icon={<Heart size={20} aria-hidden="true" />}>
            {t('likes:part_send')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function QuotedPart({ part, name }: { part: Part; name: string }) {
  if ('photo' in part) return <Photo className={styles.photo} photo={part.photo} name={name} alt="" sizes="160px" />
  return (
    <blockquote className={styles.quote}>
      <p className={styles.question}>{part.question}</p>
      <p>{part.text}</p>
    </blockquote>
  )
}
