import { ChevronLeft } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { IconButton } from '@/ui'
import { parentOf } from './parent-of'

const installed = '(display-mode: standalone)'

function subscribe(listener: () => void) {
  const query = window.matchMedia(installed)
  query.addEventListener?.('change', listener)
  return () => query.removeEventListener?.('change', listener)
}

/** The way back that an installed app has no browser's button for, on member, likes, credits and payment-method pages. */
export function BackButton() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const isInstalled = useSyncExternalStore(
    subscribe,
    () => window.matchMedia(installed).matches,
    () => false,
  )
  const parent = parentOf(pathname)
  if (!isInstalled || parent === null) return null
  // A page opened from a push or a mail is the first one: then back is the page above it.
  const hasEarlier = ((window.history.state as { idx?: number } | null)?.idx ?? 0) > 0
  return (
    <IconButton label={t('back')} onClick={() => void (hasEarlier ? navigate(-1) : navigate(parent))}>
      <ChevronLeft size={24} aria-hidden="true" />
    </IconButton>
  )
}
