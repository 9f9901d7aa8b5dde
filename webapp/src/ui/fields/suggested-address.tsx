import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button'
import styles from './suggested-address.module.css'

interface Props {
  typed: string
  /** The address that was probably meant. */
  suggestion: string
  onTake: () => void
  onKeep: () => void
}

/** Below a field whose address looks mistyped: take the suggested one, or keep one's own. */
export function SuggestedAddress({ typed, suggestion, onTake, onKeep }: Props) {
  const { t } = useTranslation('common')
  return (
    <div className={styles.choices}>
      <Button kind="secondary" onClick={onTake}>
        {t('use_address', { address: suggestion })}
      </Button>
      <Button kind="secondary" onClick={onKeep}>
        {t('keep_address', { address: typed })}
      </Button>
    </div>
  )
}
