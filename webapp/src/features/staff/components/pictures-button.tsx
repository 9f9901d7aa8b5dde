import { Eye, EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui'
import type { useHiddenPictures } from '@/features/staff/model/use-hidden-pictures'

/** Shows the pictures of a case, or hides them again; nothing where they are never hidden. */
export function PicturesButton({ isWanted, isShown, toggle }: ReturnType<typeof useHiddenPictures>) {
  const { t } = useTranslation('staff')
  if (!isWanted) return null
  const icon = isShown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />
  return (
    <Button kind="secondary" small icon={icon} aria-keyshortcuts="V" onClick={toggle}>
      {t(isShown ? 'care_hide' : 'care_show')}
    </Button>
  )
}
