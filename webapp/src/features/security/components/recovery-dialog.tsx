import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, Dialog, DialogActions, useToast } from '@/ui'
import styles from './security.module.css'

/** Shown once, so it is left only by its button. */
export function RecoveryDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const showToast = useToast()
  const { t } = useTranslation('security')

  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'))
    showToast({ text: t('recovery_copied'), kind: 'success' })
  }

  return (
    <Dialog open closable={false} onClose={onClose} title={t('recovery_title')}>
      <div className={styles.step}>
        <p>{t('recovery_text')}</p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <DialogActions>
          <Button onClick={onClose}>{t('recovery_done')}</Button>
          <Button kind="secondary" icon={<Copy size={20} aria-hidden="true" />} onClick={() => void copy()}>
            {t('recovery_copy')}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
