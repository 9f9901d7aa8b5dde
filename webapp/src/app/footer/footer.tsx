import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useSettings } from '@/api/use-settings'
import { useUser } from '@/api/use-user'
import { isInstalled } from '@/features/entry/model/entry-warning'
import { useBrowserFact } from '@/ui'
import styles from './footer.module.css'
import { footerPages, hasUsFooter, type FooterPage } from './footer-pages'
import { paths } from '@/paths'

/** Shows visitors all links, members fewer and the installed app the fewest. */
export function Footer() {
  const { t, i18n } = useTranslation()
  const { user } = useUser()
  const { settings } = useSettings()
  const { pathname } = useLocation()
  const installed = useBrowserFact(isInstalled, false)
  const links: Record<FooterPage, [string, string]> = {
    terms: [paths.page('terms'), t('footer_terms')],
    privacy: [paths.page('privacy'), t('footer_privacy')],
    cookies: [paths.page('cookies'), t('footer_cookies')],
    ban: [paths.page('ban'), t('footer_ban')],
    pricing: [paths.pricing, t('footer_pricing')],
    returns: [paths.page('return-policy'), t('footer_returns')],
    faq: [paths.page('faq'), t('footer_faq')],
    service: [paths.page('service'), t('footer_service')],
    complaints: [paths.complaints, t('footer_complaints')],
    imprint: [paths.page('imprint'), t('footer_imprint')],
    languages: [paths.languages, t('language')],
  }
  const shown = footerPages({ member: Boolean(user), index: pathname === paths.home, installed })
  return (
    <footer className={styles.footer}>
      <nav aria-label={t('nav_footer')}>
        <ul>
          {shown.map((page) => (
            <li key={page}>
              <Link to={links[page][0]}>{links[page][1]}</Link>
            </li>
          ))}
        </ul>
      </nav>
      <Disclaimer />
      {settings && hasUsFooter(settings, i18n.language) && (
        <p className={styles.disclaimer}>{t('us_checks', { name: settings.name })}</p>
      )}
    </footer>
  )
}

export function Disclaimer() {
  const { t } = useTranslation()
  const { settings } = useSettings()
  return (
    <p className={styles.disclaimer}>
      {t('disclaimer', { name: settings?.name ?? 'Pairwise', min_age: settings?.min_age ?? 18 })}
    </p>
  )
}
