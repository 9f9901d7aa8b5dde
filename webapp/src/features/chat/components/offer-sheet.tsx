import { WifiOff } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { ApiError, isApiError } from '@/api/api-error'
import { needsMoney } from '@/api/refusals'
import type { Card } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { useSettings } from '@/api/use-settings'
import { useMember } from '@/api/use-member'
import { paths } from '@/paths'
import {
  Button,
  classes,
  DialogActions,
  ErrorState,
  LinkButton,
  Loading,
  Notice,
  Sheet,
  Skeleton,
  TextArea,
  useOnline,
  VisuallyHidden,
} from '@/ui'
import { lengthOf, showsCount } from '@/features/chat/model/length'
import type { Offering } from './use-offering'
import styles from './offer-sheet.module.css'

interface Props {
  title: string
  partner: Card
  offering: Offering
  /** Undefined until the catalogue has loaded. */
  balance: number | undefined
  loadError: unknown
  onRetry: () => void
  onClose: () => void
  /** The first step, on the button that sends. */
  choose: string
  /** The word on the button that sends nothing. */
  no: string
  /** Where the member comes back to after paying. */
  back: string
  words: { label: string; hint?: string; isNeeded: boolean } | null
  children: ReactNode
}

/** Something to choose, its price and the balance, and the button that sends it: nothing is sent before all is said. */
export function OfferSheet({
  title,
  partner,
  offering,
  balance,
  loadError,
  onRetry,
  onClose,
  choose,
  no,
  back,
  words,
  children,
}: Props) {
  const { t } = useTranslation(['gifts', 'chat', 'common'])
  const errorText = useErrorText()
  const limit = useSettings().settings?.message_length ?? 1000
  const { online } = useOnline()
  const { credits, text, error } = offering
  const length = lengthOf(text.trim())
  const form = useRef<HTMLFormElement>(null)
  const isWritten = words?.isNeeded === true
  useEffect(() => {
    // Scroll to the chosen offer, because its text is edited next.
    if (isWritten) form.current?.querySelector('textarea')?.scrollIntoView?.({ block: 'nearest' })
  }, [isWritten])
  const isShort = isApiError(error, 'not_enough_credits')
  const price = t('chat:price_credits', { count: credits ?? 0 })
  return (
    <Sheet open onClose={onClose} title={title} size="large">
      {partner.fictional && <Notice kind="warning">{t('common:fictional_explained', { name: partner.name })}</Notice>}
      {!online && <Notice icon={<WifiOff size={22} aria-hidden="true" />}>{t('chat:offline_hint')}</Notice>}
      {balance === undefined && !loadError && (
        <Loading>
          <Skeleton height="280px" />
        </Loading>
      )}
      {balance === undefined && loadError ? <ErrorState error={loadError} onRetry={onRetry} /> : null}
      {balance !== undefined && (
        <form
          ref={form}
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (length <= limit && (!words?.isNeeded || length > 0)) offering.send(balance)
          }}
        >
          {children}
          {words && (
            <TextArea
              className={styles.words}
              label={words.label}
              hint={showsCount(length, limit) ? t('chat:count', { used: length, limit }) : words.hint}
              error={
                length > limit
                  ? errorText(new ApiError(422, { code: 'message_too_long', message: '', limit }))
                  : undefined
              }
              rows={2}
              value={text}
              onChange={(event) => offering.setText(event.target.value)}
            />
          )}
          <footer className={styles.foot}>
            {error ? (
              <Refused
                error={error}
                text={isShort ? t('not_enough', { count: credits ?? 0, balance }) : errorText(error)}
                back={back}
              />
            ) : null}
            <DialogActions>
              <Button type="submit" disabled={credits === null}>
                {credits === null ? choose : t('send_for', { price })}
              </Button>
              <Button kind="secondary" onClick={onClose}>
                {no}
              </Button>
            </DialogActions>
            <p
              className={classes(styles.left, credits !== null && credits > balance && styles.dear)}
              aria-live="polite"
            >
              {credits !== null && (
                <>
                  <VisuallyHidden>{t('price_label')} </VisuallyHidden>
                  <strong>{price}</strong>
                  {' · '}
                </>
              )}
              {t('chat:price_left', { count: balance })}
            </p>
          </footer>
        </form>
      )}
    </Sheet>
  )
}

/** Why it was not sent; where credits help, the way to them and back. */
function Refused({ error, text, back }: { error: unknown; text: string; back: string }) {
  const { t } = useTranslation(['gifts', 'chat'])
  const member = useMember()
  const { pathname } = useLocation()
  const isAboutPremium = isApiError(error, 'premium_required')
  if (!isApiError(error) || !needsMoney(error.code)) {
    return (
      <Notice kind="danger" role="alert">
        {text}
      </Notice>
    )
  }
  const buy = `${member?.paid_user ? paths.credits : paths.premium}?next=${encodeURIComponent(`${pathname}?${back}`)}`
  return (
    <Notice
      kind="warning"
      role="alert"
      title={isAboutPremium ? t('chat:premium_title') : t('chat:not_enough_title')}
      actions={<LinkButton to={buy}>{member?.paid_user ? t('chat:buy_credits') : t('chat:get_premium')}</LinkButton>}
    >
      {isAboutPremium ? t('chat:premium_text') : text} {t('choice_kept')}
    </Notice>
  )
}
