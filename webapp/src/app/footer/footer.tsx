import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useSettings } from '@/api/use-settings'
import { useUser } from '@/api/use-user'
import { isInstalled } from '@/features/entry/model/entry-warning'
import { paths } from '@/paths'
import { useBrowserFact } from '@/ui'
import { Disclaimer } from './disclaimer'
import { FooterLinks } from './footer-links'
import { footerGroups, hasUsFooter } from './footer-pages'
import { UsFooter } from './us-footer'
import styles from './footer.module.css'

/** Shows visitors and members all links, and the installed app the fewest. */
export function Footer() {
  const { t, i18n } = useTranslation()
  const { user } = useUser()
  const { settings } = useSettings()
  const { pathname } = useLocation()
  const installed = useBrowserFact(isInstalled, false)
  const groups = footerGroups({ member: Boolean(user), index: pathname === paths.home, installed })
  if (settings && hasUsFooter(settings, i18n.language)) return <UsFooter groups={groups} name={settings.name} />
  return (
    <footer className={styles.footer}>
      <FooterLinks groups={groups} cookies={t('footer_cookies')} />
      <Disclaimer />
    </footer>
  )
}
