import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnProfile } from '@/api/types'
import { Checkbox } from '@/ui'
import { useFieldName } from '@/words/use-field-name'
import { changeReligion } from '@/features/profile/api/own-profile'
import { ProfileSection } from './profile-section'
import styles from './profile.module.css'
import { SaidField } from './said-field'
import { useSeen } from './use-seen'

/** The religion of a member, which is stored only with a consent of its own, asked for in place. */
export function ReligionSection({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('account')
  const { asks, shows, noteOn } = useSeen()
  const { nameOf, valueOf } = useFieldName()
  const [religion, setReligion] = useState(profile.religion)
  const [agrees, setAgrees] = useState(false)
  const [isMissing, setMissing] = useState(false)
  // A stored value was stored with the consent.
  const asksConsent = profile.religion === null && religion !== null
  if (!asks('religion')) return null
  return (
    <ProfileSection
      id="religion"
      title={nameOf('religion')}
      note={noteOn(shows('religion'))}
      shown={
        profile.religion ? (
          <p>{valueOf('religion', profile.religion)}</p>
        ) : (
          <p className={styles.quiet}>{t('religion_why')}</p>
        )
      }
      form={
        <>
          <SaidField
            name="religion"
            hint={t('religion_why')}
            values={religion ? [religion] : []}
            onChange={([value]) => setReligion((value as OwnProfile['religion'] | undefined) ?? null)}
          />
          {asksConsent && (
            <Checkbox
              label={t('religion_consent')}
              error={isMissing ? t('religion_consent_required') : undefined}
              checked={agrees}
              onChange={(event) => {
                setAgrees(event.target.checked)
                setMissing(false)
              }}
            />
          )}
        </>
      }
      changes={() => {
        setMissing(asksConsent && !agrees)
        return asksConsent && !agrees ? null : { religion }
      }}
      save={(changes) => changeReligion(changes, asksConsent)}
      onCancel={() => {
        setReligion(profile.religion)
        setAgrees(false)
        setMissing(false)
      }}
    />
  )
}
