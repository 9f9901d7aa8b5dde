import { ExternalLink, Video } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ResellTile } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import styles from './ad-tile.module.css'

/** An advertisement among members found. It says so first, names where it leads, and looks like nobody. */
export function AdTile({ tile }: { tile: ResellTile }) {
  const { t, i18n } = useTranslation('members')
  const { settings } = useSettings()
  const words = (said: ResellTile['title']) => {
    const inLanguages = said as Record<string, string | undefined>
    return inLanguages[i18n.language] ?? inLanguages[settings?.domain_language ?? ''] ?? Object.values(said)[0]
  }
  const host = new URL(tile.url).hostname
  return (
    <a
      className={styles.tile}
      href={tile.url}
      target="_blank"
      rel="sponsored nofollow noopener noreferrer"
      referrerPolicy="no-referrer"
    >
      <span className={styles.mark}>{t('ad_mark')}</span>
      {tile.kind === 'cam' && <Video size={30} aria-hidden="true" />}
      <span className={styles.title}>{words(tile.title)}</span>
      <span className={styles.text}>{words(tile.text)}</span>
      <span className={styles.host}>
        <ExternalLink size={16} aria-hidden="true" />
        {t('ad_leads_to', { host })}
      </span>
    </a>
  )
}
