import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SignupLink } from '@/app/signup/signup-link'
import { paths } from '@/paths'
import { LinkButton } from '@/ui'
import styles from './top-bar.module.css'

/** What a visitor of the index may want to know before they sign up; only where the bar has room. */
export function IndexLinks() {
  const { t } = useTranslation()
  return (
    <nav className={styles.indexLinks} aria-label={t('nav_main')}>
      <Link className={styles.link} to={paths.pricing}>
        {t('footer_pricing')}
      </Link>
      <Link className={styles.link} to={paths.page('faq')}>
        {t('footer_faq')}
      </Link>
      <Link className={styles.link} to={paths.page('service')}>
        {t('footer_service')}
      </Link>
    </nav>
  )
}

/** The two doors. Whoever has installed the app has an account, so there it is logging in that stands out. */
export function VisitorActions({ installed }: { installed: boolean }) {
  const { t } = useTranslation()
  if (installed) {
    return (
      <>
        <SignupLink kind="quiet" small>
          {t('nav_signup')}
        </SignupLink>
        <LinkButton small to={paths.login}>
          {t('nav_login')}
        </LinkButton>
      </>
    )
  }
  return (
    <>
      <LinkButton kind="quiet" small to={paths.login}>
        {t('nav_login')}
      </LinkButton>
      <SignupLink small>{t('nav_signup')}</SignupLink>
    </>
  )
}
