import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarketingNetwork } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { endNetworkLink, makeNetworkLink } from '@/features/marketing/api/networks'
import { useFigures } from '@/features/marketing/report/use-figures'
import { paths } from '@/paths'
import { Button, useToast } from '@/ui'
import styles from './sources.module.css'

/** The link by which a network sees its own figures: made, shown once, and ended. */
export function NetworkLink({ network }: { network: MarketingNetwork }) {
  const { t } = useTranslation('marketing')
  const { day } = useFigures()
  const errorText = useErrorText()
  const showToast = useToast()
  const [address, setAddress] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { name, shared_at: sharedAt } = network

  const attempt = async (change: () => Promise<string | undefined>) => {
    if (isBusy) return
    setBusy(true)
    try {
      setAddress(await change())
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  const make = async () => `${location.origin}${paths.networkViewOf(await makeNetworkLink(name))}`
  const end = async () => {
    await endNetworkLink(name)
    return undefined
  }

  return (
    <>
      {sharedAt && !address && (
        <p className={styles.quiet}>{t('network_shared', { day: day(sharedAt.slice(0, 10)) })}</p>
      )}
      {address && (
        <p className={styles.quiet} role="status">
          {t('network_link_once')} <code>{address}</code>
        </p>
      )}
      <div className={styles.actions}>
        {address ? (
          <Button
            kind="secondary"
            small
            onClick={() =>
              void navigator.clipboard
                .writeText(address)
                .then(() => showToast({ text: t('view_copied'), kind: 'success' }))
            }
          >
            {t('network_link_copy')}
          </Button>
        ) : (
          <Button kind="secondary" small busy={isBusy} onClick={() => void attempt(make)}>
            {t(sharedAt ? 'network_link_new' : 'network_link_make')}
          </Button>
        )}
        {sharedAt && (
          <Button kind="quiet" small busy={isBusy} onClick={() => void attempt(end)}>
            {t('network_link_end')}
          </Button>
        )}
      </div>
    </>
  )
}
