import { Eye, EyeOff, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, classes } from '../../../ui'
import { proofPhoto } from '../api/desk'
import styles from './staff.module.css'

interface Props {
  messageId: string
  /** What is read out for it. */
  alt: string
}

/** A photo that somebody shows as proof: nobody at the desk has to see it before they ask to. */
export function ProofPhoto({ messageId, alt }: Props) {
  const { t } = useTranslation(['staff', 'chat'])
  const [isClear, setClear] = useState(false)
  const [isGone, setGone] = useState(false)
  if (isGone) {
    return (
      <p className={styles.gone}>
        <ImageOff size={20} aria-hidden="true" />
        {t('chat:photo_gone')}
      </p>
    )
  }
  return (
    <figure className={styles.proof}>
      <span className={classes(styles.proofPhoto, !isClear && styles.blurred)}>
        <img src={proofPhoto(messageId)} alt={alt} loading="lazy" onError={() => setGone(true)} />
      </span>
      <Button kind="secondary" small icon={isClear ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />} onClick={() => setClear(!isClear)}>
        {isClear ? t('staff:proof_blur') : t('chat:photo_open')}
      </Button>
    </figure>
  )
}
