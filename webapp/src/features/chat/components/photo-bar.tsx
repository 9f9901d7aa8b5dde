import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '@/ui'
import styles from './photo-bar.module.css'
import { PhotoPreview } from './photo-preview'
import type { PhotoDraft } from './use-photo-draft'

interface Props {
  draft: PhotoDraft
  onOpen: () => void
  onRemove: () => void
}

/** Above the composer: the photo that was chosen and not sent. */
export function PhotoBar({ draft: { photo, text }, onOpen, onRemove }: Props) {
  const { t } = useTranslation('chat')
  return (
    <div className={styles.bar} role="group" aria-label={t('photo_unsent')}>
      <span className={styles.photo}>{photo && <PhotoPreview photo={photo} className={styles.preview} />}</span>
      <span className={styles.words}>
        <strong>{t('photo_unsent')}</strong>
        {text && <span>{text}</span>}
      </span>
      <Button kind="secondary" small disabled={!photo} onClick={onOpen}>
        {t('photo_continue')}
      </Button>
      <IconButton label={t('photo_remove')} onClick={onRemove}>
        <X size={20} />
      </IconButton>
    </div>
  )
}
