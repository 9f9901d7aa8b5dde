import { useTranslation } from 'react-i18next'
import { Dialog } from '@/ui'
import styles from './queue.module.css'

const keys = [
  ['J', 'key_next'],
  ['K', 'key_previous'],
  ['A', 'key_approve'],
  ['R', 'key_reject'],
  ['W', 'key_warn'],
  ['B', 'key_ban'],
  ['M', 'key_misuse'],
  ['1 – 9', 'key_reason'],
  ['P', 'key_photos'],
  ['L', 'key_large'],
  ['V', 'key_pictures'],
  ['N', 'key_note'],
  ['U', 'key_undo'],
  ['?', 'key_help'],
] as const

/** The keys of the desk. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('staff')
  return (
    <Dialog open={open} onClose={onClose} title={t('keys')}>
      <dl className={styles.keys}>
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
