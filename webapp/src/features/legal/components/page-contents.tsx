import { useTranslation } from 'react-i18next'
import type { Block } from '@/features/legal/model/markdown'
import { sectionsOf } from '@/features/legal/model/sections'
import styles from './page-contents.module.css'

/** The sections of a page beside its text, on screens that have room for both. */
export function PageContents({ blocks }: { blocks: Block[] }) {
  const { t } = useTranslation('signup')
  return (
    <nav className={styles.contents} aria-label={t('contents')}>
      <p>{t('contents')}</p>
      <ul>
        {sectionsOf(blocks).map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
