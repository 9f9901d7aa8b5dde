import { useTranslation } from 'react-i18next'
import { useDates } from '@/i18n/use-dates'
import { useMemberFacts } from '@/features/staff/api/desk'
import { CaseContext } from './case-context'
import { Loaded } from './on-request'
import styles from './staff.module.css'

/** Sign-up, devices, and numbers of reports and sanctions of an opened member. */
export function MemberFacts({ id }: { id: string }) {
  const { t } = useTranslation(['staff', 'security'])
  const { day, moment } = useDates()
  return (
    <Loaded answer={useMemberFacts(id)} height="160px">
      {({ account, context }) => (
        <section>
          <h3>{t('staff:account')}</h3>
          {context && <CaseContext context={context} />}
          {account ? (
            <>
              <p className={styles.quiet}>
                {[
                  t('staff:signed_up', { time: moment(account.signed_up_at) }),
                  t('staff:of_site', { site: account.site }),
                  t(account.is_confirmed ? 'staff:address_confirmed' : 'staff:address_unconfirmed'),
                ].join(' · ')}
              </p>
              <h4>{t('staff:devices')}</h4>
              {account.devices.length === 0 && <p className={styles.quiet}>{t('staff:devices_none')}</p>}
              <ul className={styles.log}>
                {account.devices.map((device) => (
                  <li key={`${device.since} ${device.browser} ${device.system}`}>
                    {[device.browser, device.system].filter(Boolean).join(', ') || t('security:device_unknown')}{' '}
                    <span className={styles.quiet}>
                      {t('staff:device_used', { day: day(device.since), time: day(device.used_on) })}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <p className={styles.quiet}>{t('staff:account_unavailable')}</p>
          )}
        </section>
      )}
    </Loaded>
  )
}
