import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSettings } from '../api/use-settings'
import styles from './footer.module.css'
import { paths } from './paths'

export function Footer() {
  const { t } = useTranslation()
  const links = [
    [paths.page('terms'), t('footer_terms')],
    [paths.page('privacy'), t('footer_privacy')],
    [paths.page('cookies'), t('footer_cookies')],
    [paths.page('ban'), t('footer_ban')],
    [paths.pricing, t('footer_pricing')],
    [paths.page('return-policy'), t('footer_returns')],
    [paths.page('faq'), t('footer_faq')],
    [paths.page('service'), t('footer_service')],
  ] as const
  return (
    <footer className={styles.footer}>
      <nav aria-label={t('nav_footer')}>
        <ul>
          {links.map(([to, label]) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <Disclaimer />
    </footer>
  )
}

export function Disclaimer() {
  const { t } = useTranslation()
  const { settings } = useSettings()
  return <p className={styles.disclaimer}>{t('disclaimer', { name: settings?.name ?? 'Pairwise', min_age: settings?.min_age ?? 18 })}</p>
}
