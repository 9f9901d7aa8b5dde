import { Eye } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useOwnProfile } from '@/api/profile/use-own-profile'
import { useSettings } from '@/api/use-settings'
import { DeskMessages } from '@/features/complaints/components/desk-messages'
import { OwnDecisions } from '@/features/complaints/components/own-decisions'
import { PhotoManager } from '@/features/photos/components/photo-manager'
import { Completeness } from '@/features/profile/components/completeness'
import { FactsSection } from '@/features/profile/components/facts-section'
import { GoalsSection } from '@/features/profile/components/goals-section'
import { OwnMainPhoto } from '@/features/profile/components/own-main-photo'
import { AboutSection, InterestsSection } from '@/features/profile/components/profile-sections'
import { PromptsSection } from '@/features/profile/components/prompts-section'
import { ReligionSection } from '@/features/profile/components/religion-section'
import { PersonSection } from '@/features/profile/components/person-section'
import { TownSection } from '@/features/profile/components/town-section'
import { SeeksSection } from '@/features/profile/components/seeks-section'
import styles from '@/features/profile/components/profile.module.css'
import { SettingsPage } from '@/app/settings/settings-page'
import { paths } from '@/paths'
import { useVerifiedMonth, VerifiedLabel } from '@/people/verified-label'
import { ErrorState, LinkButton, Loading, Skeleton } from '@/ui'

export default function ProfileRoute() {
  const { t } = useTranslation(['account', 'common', 'settings'])
  const { profile, error, retry } = useOwnProfile()
  const { settings } = useSettings()
  const verifiedMonth = useVerifiedMonth(profile ?? null)
  return (
    <SettingsPage title={t('profile_title')} lead={t('profile_lead')}>
      {!profile && Boolean(error) && <ErrorState error={error} onRetry={retry} />}
      {!profile && !error && (
        <Loading className={styles.form}>
          <Skeleton height="200px" width="160px" />
          <Skeleton height="120px" />
        </Loading>
      )}
      {profile && (
        <>
          <DeskMessages isMember />
          <OwnDecisions isMember />
          <div className={styles.top}>
            <OwnMainPhoto profile={profile} />
            <div className={styles.facts}>
              <p className={styles.name}>{t('common:name_age', { name: profile.name, age: profile.age })}</p>
              <p className={styles.quiet}>{[profile.town, profile.region_name].filter(Boolean).join(', ')}</p>
              {settings?.verification && (
                <p>
                  <Link to={paths.setting('verification')}>
                    {verifiedMonth ? <VerifiedLabel month={verifiedMonth} /> : t('settings:verification_text')}
                  </Link>
                </p>
              )}
              <LinkButton
                kind="secondary"
                small
                to={paths.member(profile.id)}
                icon={<Eye size={20} aria-hidden="true" />}
              >
                {t('profile_as_others')}
              </LinkButton>
            </div>
          </div>
          <div id="photos">
            <PhotoManager isEmpty={!profile.main_image} />
          </div>
          <Completeness profile={profile} />
          <AboutSection profile={profile} />
          <PromptsSection profile={profile} />
          <InterestsSection profile={profile} />
          <GoalsSection profile={profile} />
          <FactsSection profile={profile} />
          <ReligionSection profile={profile} />
          <SeeksSection profile={profile} />
          <TownSection profile={profile} />
          <PersonSection profile={profile} />
        </>
      )}
    </SettingsPage>
  )
}
