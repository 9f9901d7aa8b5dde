import { Phone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { emergencyNumbers, ownEmergencyNumbers } from '@/api/emergency-numbers'
import { useSettings } from '@/api/use-settings'
import { countryName } from '@/i18n/country-name'
import { paths } from '@/paths'
import { Page, PageTitle } from '@/ui'
import styles from './safety-centre.module.css'

const advice = {
  before: ['before_time', 'before_money', 'before_friend'],
  meet: ['meet_place', 'meet_phone', 'meet_leave'],
  after: ['after_fault', 'after_proof', 'after_block'],
} as const

/** Emergency numbers first, then advice; the same for visitors. */
export function SafetyCentre({ isMember }: { isMember: boolean }) {
  const { t, i18n } = useTranslation('safety')
  const { settings } = useSettings()
  const own = ownEmergencyNumbers(settings)
  return (
    <Page width="reading">
      <PageTitle title={t('title')} lead={t('lead')} />
      {own.length > 0 && (
        <section className={styles.emergency} aria-labelledby="emergency">
          <h2 id="emergency">{t('emergency')}</h2>
          <p>{t('emergency_text')}</p>
          <p className={styles.calls}>
            {own.map((phone) => (
              <a key={phone} className={styles.call} href={`tel:${phone}`}>
                <Phone size={22} aria-hidden="true" />
                {t('call', { phone })}
              </a>
            ))}
          </p>
          <details>
            <summary>{t('countries')}</summary>
            <dl className={styles.countries}>
              {Object.entries(emergencyNumbers(settings)).map(([country, phones]) => (
                <div key={country}>
                  <dt>{countryName(country, i18n.language)}</dt>
                  <dd>
                    {phones.map((phone) => (
                      <a key={phone} href={`tel:${phone}`}>
                        {phone}
                      </a>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        </section>
      )}
      {(['before', 'meet', 'after'] as const).map((part) => (
        <section key={part} className={styles.advice}>
          <h2>{t(part)}</h2>
          <ul>
            {advice[part].map((each) => (
              <li key={each}>{t(each)}</li>
            ))}
          </ul>
        </section>
      ))}
      <ul className={styles.links}>
        <li>
          <Link to={paths.complaints}>{t('report')}</Link>
        </li>
        {isMember && (
          <>
            {settings?.date_plans && (
              <li>
                <Link to={paths.datePlan()}>{t('plan_title')}</Link>
              </li>
            )}
            <li>
              <Link to={paths.setting('blocked')}>{t('blocked')}</Link>
            </li>
            {settings?.privacy_switches.includes('contacts') && (
              <li>
                <Link to={paths.setting('contacts')}>{t('contacts')}</Link>
              </li>
            )}
          </>
        )}
      </ul>
    </Page>
  )
}
