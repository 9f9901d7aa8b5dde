import { Phone, PhoneCall, Video } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Card, Chat, Id } from '@/api/types'
import { createCallRequest } from '@/features/calls/model/call-request'
import { useSingleton } from '@/singletons'
import { IconButton } from '@/ui'

const ConsentSheet = lazy(() => import('./consent-sheet'))

export type Consent = NonNullable<Chat['calls']>

interface Props {
  profile: Card
  conversationId: Id
  consent: Consent
}

/** The buttons that call the partner once both consent, and the one that opens the consent. */
export function CallButtons({ profile, conversationId, consent }: Props) {
  const { t } = useTranslation('calls')
  const request = useSingleton(createCallRequest)
  const [isOpen, setOpen] = useState(false)
  const { name } = profile
  const canCall = consent.own && consent.partner
  return (
    <>
      {canCall && (
        <>
          <IconButton label={t('voice_with', { name })} onClick={() => request.set({ profile, kind: 'voice' })}>
            <Phone size={22} />
          </IconButton>
          <IconButton label={t('video_with', { name })} onClick={() => request.set({ profile, kind: 'video' })}>
            <Video size={22} />
          </IconButton>
        </>
      )}
      <IconButton label={t('set_up')} onClick={() => setOpen(true)} aria-haspopup="dialog">
        <PhoneCall size={22} />
      </IconButton>
      {isOpen && (
        <Suspense>
          <ConsentSheet
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
