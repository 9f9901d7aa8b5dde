import { useTranslation } from 'react-i18next'
import { Disclaimer } from './disclaimer'
import { FooterLinks } from './footer-links'
import type { FooterGroup } from './footer-pages'
import styles from './footer.module.css'

/**
 * The footer for the United States: which checks are not made stands first, as the laws of several states ask of dating
 * services, and the choice about cookies has the name that readers there look for.
 */
export function UsFooter({ groups, name }: { groups: FooterGroup[]; name: string }) {
  const { t } = useTranslation()
  return (
    <footer className={styles.footer}>
      <p className={styles.checks}>{t('us_checks', { name })}</p>
      <FooterLinks groups={groups} cookies={t('us_privacy_choices')} />
      <Disclaimer />
    </footer>
  )
}
