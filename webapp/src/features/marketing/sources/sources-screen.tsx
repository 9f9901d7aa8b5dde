import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Route, Routes } from 'react-router'
import type { MarketingNetwork } from '@/api/types'
import { Button, EmptyState, ErrorState, Loading, Skeleton } from '@/ui'
import { useFigures } from '@/features/marketing/report/use-figures'
import { PostbacksScreen } from '@/features/marketing/postbacks/postbacks-screen'
import { paths } from '@/paths'
import { useNetworks } from '@/features/marketing/api/networks'
import { AddNetworkForm } from './add-network-form'
import { CostList } from './cost-list'
import { NetworkLink } from './network-link'
import { PayoutForm } from './payout-form'
import { UnknownNetworks } from './unknown-networks'
import { landerLink } from '@/features/marketing/model/lander-link'
import styles from './sources.module.css'

export function SourcesScreen() {
  return (
    <Routes>
      <Route path=":network" element={<PostbacksScreen />} />
      <Route path="*" element={<Networks />} />
    </Routes>
  )
}

/** The networks of the site: how to link from them, what they are paid for, what they cost. */
function Networks() {
  const { t } = useTranslation('marketing')
  const { data, error, mutate } = useNetworks()
  if (!data && error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!data)
    return (
      <Loading>
        <Skeleton height="220px" />
      </Loading>
    )
  return (
    <div className={styles.sources}>
      {data.networks.length === 0 && (
        <EmptyState icon={<Share2 size={28} />} title={t('networks_empty')} text={t('networks_empty_text')} />
      )}
      <AddNetworkForm />
      {data.unknown.length > 0 && <UnknownNetworks networks={data.unknown} />}
      {data.networks.length > 0 && (
        <>
          <ul className={styles.networks}>
            {data.networks.map((network) => (
              <li key={network.name}>
                <NetworkCard network={network} />
              </li>
            ))}
          </ul>
          <CostList networks={data.networks.map(({ name }) => name)} />
        </>
      )}
    </div>
  )
}

function NetworkCard({ network }: { network: MarketingNetwork }) {
  const { t } = useTranslation('marketing')
  const { money, number, percent } = useFigures()
  const [isChanging, setChanging] = useState(false)
  const { goal, minor, currency, share, name } = network
  const paid =
    goal === ''
      ? t('pay_nothing')
      : goal === 'share'
        ? t('paid_share', { percent: percent(share / 10_000) })
        : t(`paid_${goal}`, { sum: money(minor, currency) })
  return (
    <article className={styles.network} aria-label={name}>
      <h2>{name}</h2>
      <p>{paid}</p>
      {network.expected_daily > 0 && <p>{t('expected_daily_line', { number: number(network.expected_daily) })}</p>}
      <p className={styles.quiet}>
        {t('network_link')} <code>{landerLink(`network=${name}&sub1=…`)}</code>
      </p>
      <Link to={paths.marketing(`sources/${name}`)}>{t('postbacks')}</Link>
      <NetworkLink network={network} />
      {isChanging ? (
        <PayoutForm network={network} onDone={() => setChanging(false)} />
      ) : (
        <Button kind="secondary" small onClick={() => setChanging(true)}>
          {t('pay_change')}
        </Button>
      )}
    </article>
  )
}
