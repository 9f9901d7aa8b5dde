import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readConsent } from '@/tracking/consent'
import { useTracking } from '@/tracking/tracking'
import { RadioChips } from '@/ui'

/** Asks whether the campaign that led here may be kept. No answer is a no; nothing waits for one. */
export function AttributionChoice() {
  const { t } = useTranslation('signup')
  const tracking = useTracking()
  const [said, setSaid] = useState(readConsent)
  if (!tracking.hasCampaign()) return null
  return (
    <RadioChips
      id="signup-attribution"
      label={t('attribution')}
      hint={t('attribution_why')}
      options={[
        { value: 'yes', label: t('attribution_yes') },
        { value: 'no', label: t('attribution_no') },
      ]}
      value={said}
      onChange={(choice) => {
        tracking.answer(choice)
        setSaid(choice)
      }}
    />
  )
}
