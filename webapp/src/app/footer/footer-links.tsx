import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import type { FooterGroup, FooterPage } from './footer-pages'
import styles from './footer.module.css'

/** The links in their groups: a column each on a wide screen, one flow of links on a phone. */
export function FooterLinks({ groups, cookies }: { groups: FooterGroup[]; cookies: string }) {
  const { t } = useTranslation()
  const links: Record<FooterPage, [string, string]> = {
    terms: [paths.page('terms'), t('footer_terms')],
    privacy: [paths.page('privacy'), t('footer_privacy')],
    cookies: [paths.page('cookies'), cookies],
    ban: [paths.page('ban'), t('footer_ban')],
    ranking: [paths.page('ranking'), t('footer_ranking')],
    pricing: [paths.pricing, t('footer_pricing')],
    returns: [paths.page('return-policy'), t('footer_returns')],
    faq: [paths.page('faq'), t('footer_faq')],
    service: [paths.page('service'), t('footer_service')],
    safety: [paths.safety, t('footer_safety')],
    complaints: [paths.complaints, t('footer_complaints')],
    transparency: [paths.transparency, t('footer_transparency')],
    imprint: [paths.page('imprint'), t('footer_imprint')],
    languages: [paths.languages, t('language')],
  }
  return (
    <nav className={styles.groups} aria-label={t('nav_footer')}>
      {groups.map(({ heading, pages }) => (
        <div key={heading} className={styles.group}>
          <h2>{t(`footer_group_${heading}`)}</h2>
          <ul>
            {pages.map((page) => (
              <li key={page}>
                <Link to={links[page][0]}>{links[page][1]}</Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
