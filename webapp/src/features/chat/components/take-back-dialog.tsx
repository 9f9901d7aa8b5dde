import { useTranslation } from 'react-i18next'
import { Button, Dialog, DialogActions } from '@/ui'

interface Props {
  open: boolean
  onTakeBack: () => void
  onClose: () => void
}

/** Explains the effect of retracting a message before it is done. */
export function TakeBackDialog({ open, onTakeBack, onClose }: Props) {
  const { t } = useTranslation(['chat', 'common'])
  return (
    <Dialog open={open} onClose={onClose} title={t('chat:take_back_title')}>
      <p>{t('chat:take_back_text')}</p>
      <DialogActions>
        <Button onClick={onTakeBack}>{t('chat:take_back')}</Button>
        <Button kind="secondary" onClick={onClose}>
          {t('chat:not_now')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
