import { Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '@/paths'
import { keep, kept } from '@/api/device/member-storage'
import { useOwnProfile } from '@/api/profile/use-own-profile'
import { Button, LinkButton, Notice, useBrowserFact } from '@/ui'
import { missingParts } from '@/features/profile/model/completeness'
import { useSeen } from './use-seen'

const entryName = 'enrichment-dismissed-at'
const thirtyDays = 30 * 86_400_000

/** Asks for missing fields; once dismissed, not again for a month. */
export function EnrichmentAlert() {
  const { t } = useTranslation(['account', 'common'])
  const { profile } = useOwnProfile()
  const { asks } = useSeen()
  const [openedAt] = useState(() => Date.now())
  // Whether it was dismissed only this device knows: over a page that the server has drawn it would push people down.
  const isInBrowser = useBrowserFact(() => true, false)
  const [isOverDrawn] = useState(!isInBrowser)
  const [dismissed, setDismissed] = useState(false)
  if (!profile || dismissed || isOverDrawn) return null
  const [first] = missingParts(profile, asks)
  if (!first || openedAt - (kept<number>(profile.id, entryName) ?? 0) < thirtyDays) return null
  const dismiss = () => {
    keep(profile.id, entryName, Date.now())
    setDismissed(true)
  }
  return (
    <Notice
      icon={<Sparkles size={22} aria-hidden="true" />}
      title={t('enrichment_title')}
      actions={
        <>
          <LinkButton small to={`${paths.profile}#${first}`}>
            {t(`complete_hint_${first}`)}
          </LinkButton>
          <Button kind="quiet" small onClick={dismiss}>
            {t('enrichment_later')}
          </Button>
        </>
      }
    >
      {t('enrichment_text')}
    </Notice>
  )
}
