import { useTranslation } from 'react-i18next'
import { Dialog, Select, Switch, TextInput } from '@/ui'
import { useCare, type Care } from '@/features/staff/model/use-care'
import styles from './staff.module.css'

const numberOf = (text: string) => Number(text.replace(/\D/g, '').slice(0, 3)) || null

/** Settings of this device: pictures, sound, a quota of grave cases, and a reminder of breaks. */
export function CareDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('staff')
  const [care, change] = useCare()
  return (
    <Dialog open={open} onClose={onClose} title={t('care')}>
      <div className={styles.statement}>
        <p className={styles.quiet}>{t('care_lead')}</p>
        <Select
          label={t('care_pictures')}
          value={care.pictures}
          onChange={(event) => change({ ...care, pictures: event.target.value as Care['pictures'] })}
        >
          {(['clear', 'blurred', 'grey'] as const).map((way) => (
            <option key={way} value={way}>
              {t(`care_${way}`)}
            </option>
          ))}
        </Select>
        <Switch label={t('care_sound')} checked={care.isMuted} onChange={(isMuted) => change({ ...care, isMuted })} />
        <TextInput
          label={t('care_quota')}
          hint={t('care_quota_hint')}
          inputMode="numeric"
          value={care.graveADay ?? ''}
          onChange={(event) => change({ ...care, graveADay: numberOf(event.target.value) })}
        />
        <TextInput
          label={t('care_break')}
          hint={t('care_break_hint')}
          inputMode="numeric"
          value={care.breakAfterMinutes ?? ''}
          onChange={(event) => change({ ...care, breakAfterMinutes: numberOf(event.target.value) })}
        />
      </div>
    </Dialog>
  )
}
