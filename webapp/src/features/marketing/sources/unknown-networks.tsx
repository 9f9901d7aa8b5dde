import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { UnknownNetwork } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, useToast } from '@/ui'
import { addNetwork } from '@/features/marketing/api/networks'
import { useFigures } from '@/features/marketing/report/use-figures'
import styles from './sources.module.css'

/** Names in links that the site has not added. Adding one counts its earlier sign-ups as its own. */
export function UnknownNetworks({ networks }: { networks: UnknownNetwork[] }) {
  const { t } = useTranslation('marketing')
  const { number, day } = useFigures()
  const errorText = useErrorText()
  const showToast = useToast()
  const [busy, setBusy] = useState<string>()
  const add = async (name: string) => {
    if (busy) return
    setBusy(name)
    try {
      await addNetwork(name, 0)
      showToast({ text: t('saved'), kind: 'success' })
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <section className={styles.networks} aria-labelledby="unknown-networks">
      <h2 id="unknown-networks">{t('networks_unknown')}</h2>
      <p className={styles.quiet}>{t('networks_unknown_text')}</p>
      {networks.map(({ name, sign_ups: signUps, first_at: firstAt }) => (
        <article key={name} className={styles.network} aria-label={name}>
          <h3>{name}</h3>
          <p>{t('network_unknown_line', { signUps: number(signUps), day: day(firstAt.slice(0, 10)) })}</p>
          <Button kind="secondary" small busy={busy === name} onClick={() => void add(name)}>
            {t('network_add')}
          </Button>
        </article>
      ))}
    </section>
  )
}
