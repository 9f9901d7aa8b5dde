import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, TextArea } from '@/ui'
import styles from '@/features/marketing/pages/pages.module.css'

interface Props {
  note: string
  isBusy: boolean
  onSave: (note: string) => void
}

/** A note that may be changed also after the end. */
export function ExperimentNote({ note, isBusy, onSave }: Props) {
  const { t } = useTranslation('landing')
  const [text, setText] = useState(note)
  return (
    <div className={styles.form}>
      <TextArea label={t('exp_note')} value={text} maxLength={500} onChange={(event) => setText(event.target.value)} />
      {text !== note && (
        <div className={styles.row}>
          <Button kind="secondary" busy={isBusy} onClick={() => onSave(text)}>
            {t('exp_note_save')}
          </Button>
        </div>
      )}
    </div>
  )
}
