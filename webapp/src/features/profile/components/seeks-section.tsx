import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnProfile } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { useUser } from '@/api/use-user'
import { SeeksField, seeksProblem, type SeeksAnswer } from '@/people/seeks-field'
import { RangeField } from '@/ui'
import { changeSeeks } from '@/features/profile/api/own-profile'
import { ProfileSection } from './profile-section'
import styles from './profile.module.css'
import { useSeen } from './use-seen'

const eldest = 99
// The server's value for no upper end.
const beyond = 120

/** The gender and the ages a member looks for. A choice of gender needs the consent, which is asked for in place. */
export function SeeksSection({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation(['account', 'common', 'members'])
  const { noteOn } = useSeen()
  const { settings } = useSettings()
  const { user } = useUser()
  const youngest = settings?.min_age ?? 18
  const wanted = { from: Math.max(profile.wants_from, youngest), to: Math.min(profile.wants_to, eldest) }
  const [ages, setAges] = useState(wanted)
  // A stored value was stored with the consent, or before there was one; then the consent is due.
  const asksConsent = profile.seeks.length === 0 || user?.matching_due === true
  const said: SeeksAnswer = {
    seeks: profile.seeks,
    unsaid: profile.seeks.length === 0,
    agreesToMatching: !asksConsent,
  }
  const [chosen, setChosen] = useState<SeeksAnswer | null>(null)
  const [problem, setProblem] = useState<ReturnType<typeof seeksProblem>>()
  const answer = chosen ?? said
  const names = { female: t('common:women'), male: t('common:men') }
  return (
    <ProfileSection
      id="seeks"
      title={t('profile_seeks')}
      note={noteOn(false)}
      shown={
        <p>
          {said.unsaid ? t('seeks_unsaid') : profile.seeks.map((gender) => names[gender]).join(', ')}
          {' · '}
          {t('profile_ages', wanted)}
        </p>
      }
      form={
        <>
          <SeeksField
            id="seeks-field"
            label={t('profile_seeks')}
            hint={t('seeks_why')}
            error={problem && t(problem)}
            answer={answer}
            asksConsent={asksConsent}
            onChange={(changed) => {
              setChosen(asksConsent || changed.unsaid ? changed : { ...changed, agreesToMatching: true })
              setProblem(undefined)
            }}
          />
          <RangeField
            label={t('profile_wanted_age')}
            fromLabel={t('members:filter_age_from')}
            toLabel={t('members:filter_age_to')}
            min={youngest}
            max={eldest}
            from={ages.from}
            to={ages.to}
            onChange={(from, to) => setAges({ from, to })}
          />
          <p className={styles.quiet}>{t('profile_ages_why')}</p>
        </>
      }
      changes={() => {
        const missing = seeksProblem(answer)
        setProblem(missing)
        if (missing) return null
        const asked = { wants_from: ages.from, wants_to: ages.to === eldest ? beyond : ages.to }
        return { ...asked, seeks: answer.unsaid ? [] : answer.seeks }
      }}
      save={(changes) => changeSeeks(changes, asksConsent && !answer.unsaid).then(() => setChosen(null))}
      onCancel={() => {
        setChosen(null)
        setProblem(undefined)
        setAges(wanted)
      }}
    />
  )
}
