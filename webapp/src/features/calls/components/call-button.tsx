import { PhoneCall } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card, Chat, Id } from '@/api/types'
import { IconButton } from '@/ui'

const CallSheet = lazy(() => import('./call-sheet'))

export type Consent = NonNullable<Chat['calls']>

interface Props {
  profile: Card
  conversationId: Id
  consent: Consent
}

/** The button of calls in the head of a conversation. */
export function CallButton({ profile, conversationId, consent }: Props) {
  const { t } = useTranslation('calls')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('set_up')} onClick={() => setOpen(true)} aria-haspopup="dialog">
        <PhoneCall size={22} />
      </IconButton>
      {isOpen && (
        <Suspense>
          <CallSheet
            profile={profile}
            conversationId={conversationId}
            consent={consent}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
