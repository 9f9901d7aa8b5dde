import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page, PageTitle } from '@/ui'
import { paths } from '@/paths'
import { SettingsGroups } from './settings-groups'
import styles from './settings-page.module.css'

interface Props {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** The inside of every settings screen: one matter, and all of them beside it where the window is wide, else a way back. */
export function SettingsPage({ title, lead, children }: Props) {
  const { t } = useTranslation('settings')
  return (
    <div className={styles.panes}>
      <nav className={styles.all} aria-label={t('title')}>
        <SettingsGroups />
      </nav>
      <Page width="reading">
        <Link to={paths.settings} className={styles.back}>
          <ChevronLeft size={20} aria-hidden="true" />
          {t('back')}
        </Link>
        <PageTitle title={title} lead={lead} />
        {children}
      </Page>
    </div>
  )
}
