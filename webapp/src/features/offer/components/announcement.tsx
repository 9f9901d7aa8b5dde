import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '@/ui'
import { spokenAt, type Spoken } from '@/features/offer/model/countdown'

/** Says the time aloud at one hour, fifteen minutes and one minute. */
export function Announcement({ secondsLeft }: { secondsLeft: number }) {
  const { t } = useTranslation('offer')
  const [announced, setAnnounced] = useState<{ at: number; words: Spoken | null }>({ at: secondsLeft, words: null })
  const words = spokenAt(announced.at, secondsLeft)
  if (words && words !== announced.words) setAnnounced({ at: secondsLeft, words })
  return (
    <VisuallyHidden>
      <span role="status">{announced.words && t(announced.words)}</span>
    </VisuallyHidden>
  )
}
