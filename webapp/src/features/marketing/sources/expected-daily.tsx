import { useTranslation } from 'react-i18next'
import { TextInput } from '@/ui'

interface Props {
  value: string
  onChange: (value: string) => void
}

/** The sign-ups a day that a network announced; empty for none. */
export function ExpectedDaily({ value, onChange }: Props) {
  const { t } = useTranslation('marketing')
  return (
    <TextInput
      label={t('expected_daily')}
      hint={t('expected_daily_hint')}
      inputMode="numeric"
      maxLength={7}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
