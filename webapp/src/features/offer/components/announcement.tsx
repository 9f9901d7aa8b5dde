import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '@/ui'
import { spokenAt, type Spoken } from '@/features/offer/model/countdown'

/** Says the time aloud at one hour, fifteen minutes and one minute. */
export function Announcement({ secondsLeft }: { secondsLeft: number }) {
  const { t } = useTranslation('offer')
  const [heard, setHeard] = useState<{ at: number; words: Spoken | null }>({ at: secondsLeft, words: null })
  const words = spokenAt(heard.at, secondsLeft)
  if (words && words !== heard.words) setHeard({ at: secondsLeft, words })
  return (
    <VisuallyHidden>
      <span role="status">{heard.words && t(heard.words)}</span>
    </VisuallyHidden>
  )
}
