import { Info, Sparkles } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Card } from '@/api/types'
import { Notice } from '@/ui'

interface Props {
  card: Card
  /** The name was changed lately; shown to conversation partners. */
  isRenamed?: boolean | undefined
}

/** Notices about a profile that matter before writing. */
export function ProfileNotices({ card, isRenamed = false }: Props) {
  const { t } = useTranslation(['members', 'common'])
  return (
    <>
      {card.fictional && (
        <Notice kind="warning" icon={<Info size={22} aria-hidden="true" />}>
          {t('common:fictional_explained', { name: card.name })}
        </Notice>
      )}
      {isRenamed && (
        <Notice icon={<Info size={22} aria-hidden="true" />}>{t('members:renamed_lately', { name: card.name })}</Notice>
      )}
      {card.demonstration && (
        <Notice icon={<Sparkles size={22} aria-hidden="true" />}>
          {t('members:demonstration_explained', { name: card.name })}
        </Notice>
      )}
    </>
  )
}
