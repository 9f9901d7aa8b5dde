import { Layers } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '@/ui'
import { paths } from '@/paths'

/** The way to the swipe game from beside it. */
export function PlaySwipe() {
  const { t } = useTranslation('likes')
  return (
    <LinkButton kind="secondary" small to={paths.swipeGame} icon={<Layers size={20} aria-hidden="true" />}>
      {t('swipe_game')}
    </LinkButton>
  )
}
