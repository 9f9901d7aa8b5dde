import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSiteName } from '@/api/use-site-name'
import { useStaff, useUser } from '@/api/use-user'
import { desksOf } from '@/features/desk/model/desks'
import styles from '@/features/desk/components/desk.module.css'
import { OwnDevices } from '@/features/security/components/own-devices'
import { PasskeyList } from '@/features/security/components/passkey-list'
import { SecondFactor } from '@/features/security/components/second-factor'
import { loginAtDesk } from '@/features/session/api/login'
import { LoginForm } from '@/features/session/components/login-form'
import { OpenIdButton } from '@/features/session/components/openid-button'
import { Loading, Notice, Page, PageTitle } from '@/ui'
import { paths } from '@/paths'
import loginStyles from './login.module.css'

/** Where people of staff log in and, once they are in, their desks and the security of their account. */
export default function DeskRoute() {
  const { t } = useTranslation(['desk', 'common'])
  const siteName = useSiteName()
  const staff = useStaff()
  const { user, error } = useUser()
  if (staff) {
    return (
      <Page>
        <PageTitle title={t('hello', { name: staff.name })} lead={t('yours')} />
        <ul className={styles.desks}>
          {desksOf(staff.desks ?? []).map(({ name, to }) => (
            <li key={to}>
              <Link to={to} className={styles.desk}>
                <strong>{t(`common:desk_${name}`)}</strong>
                <span>{t(`about_${name}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
        <div className={styles.security}>
          <SecondFactor />
          <PasskeyList />
          <OwnDevices />
        </div>
      </Page>
    )
  }
  if (staff === undefined && !error) return <Loading />
  return (
    <Page width="narrow" className={loginStyles.page}>
      <PageTitle title={t('login_title')} lead={t('login_lead', { site: siteName })} />
      {user && <Notice kind="plain">{t('as_member')}</Notice>}
      <LoginForm send={loginAtDesk} canReset={false} />
      <OpenIdButton />
      <p className={styles.quiet}>{t('login_lost')}</p>
      {!user && <Link to={paths.login}>{t('login_members')}</Link>}
    </Page>
  )
}
