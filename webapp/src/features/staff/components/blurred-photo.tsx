import { Eye, EyeOff, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, classes, usePhotoAddress } from '@/ui'
import styles from './staff.module.css'

interface Props {
  src: string
  /** The text alternative for screen readers. */
  alt: string
}

/** A photo shown as proof, or held in quarantine: blurred until the person at the desk asks to see it. */
export function BlurredPhoto({ src, alt }: Props) {
  const { t } = useTranslation(['staff', 'chat'])
  const address = usePhotoAddress()
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
        <img src={address(src)} alt={alt} loading="lazy" onError={() => setGone(true)} />
      </span>
      <Button
        kind="secondary"
        small
        icon={isClear ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />}
        onClick={() => setClear(!isClear)}
      >
        {isClear ? t('staff:proof_blur') : t('chat:photo_open')}
      </Button>
    </figure>
  )
}
