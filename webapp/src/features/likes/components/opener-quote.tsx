import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { address } from '@/api/client'
import type { Card, Openers } from '@/api/types'
import { Photo } from '@/ui'
import styles from './opener-quote.module.css'

interface Props {
  partner: Card
  own: boolean
  /** Of the message. A like that was given again, with other words, is not the one that they came with. */
  words: string
}

/** The photo or answer that the words of a like are about, above them in their chat. */
export default function OpenerQuote({ partner, own, words }: Props) {
  const { t } = useTranslation('likes')
  const { data } = useSWR<Openers>(address('openers.php', { profile_id: partner.id }))
  const part = own ? data?.own : data?.partner
  if (!part || part.words !== words) return null
  const { photo, answer } = part
  if (photo) {
    const alt = own ? t('quoted_photo', { name: partner.name }) : t('quoted_own_photo')
    return <Photo className={styles.photo} photo={photo} name="" alt={alt} sizes="72px" />
  }
  return (
    <blockquote className={styles.quote}>
      {answer?.question && <p className={styles.question}>{answer.question}</p>}
      <p>{answer ? answer.text : t('quoted_gone')}</p>
    </blockquote>
  )
}
