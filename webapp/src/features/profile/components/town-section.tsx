import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OwnProfile, Town } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { countryName } from '@/i18n/country-name'
import { TownField } from '@/places/town-field'
import { Select } from '@/ui'
import { ProfileSection } from './profile-section'
import styles from './profile.module.css'
import { useSeen } from './use-seen'

/** The town, in any country of the site: a member who has moved chooses the country, and country and region follow. */
export function TownSection({ profile }: { profile: OwnProfile }) {
  const { t, i18n } = useTranslation('account')
  const { settings } = useSettings()
  const [country, setCountry] = useState(profile.country)
  const [town, setTown] = useState<Town | null>(null)
  const [missing, setMissing] = useState(false)
  const { noteOn } = useSeen()
  const countries = [...new Set([profile.country, ...(settings?.countries ?? [])])]
  const choose = (chosen: Town | null) => {
    setTown(chosen)
    setMissing(false)
  }
  return (
    <ProfileSection
      id="town"
      title={t('profile_town')}
      note={noteOn(true)}
      shown={<p className={profile.town ? undefined : styles.quiet}>{profile.town ?? t('profile_town_empty')}</p>}
      form={
        <>
          <Select
            label={t('country')}
            autoComplete="country"
            value={country}
            onChange={(event) => {
              setCountry(event.target.value)
              choose(null)
            }}
          >
            {countries.map((code) => (
              <option key={code} value={code}>
                {countryName(code, i18n.language)}
              </option>
            ))}
          </Select>
          <TownField
            key={country}
            country={country}
            value={town}
            error={missing ? t('town_required') : undefined}
            onChange={choose}
          />
        </>
      }
      changes={() => {
        setMissing(!town)
        return town && { town_id: town.id }
      }}
      onCancel={() => {
        setCountry(profile.country)
        setTown(null)
      }}
    />
  )
}
