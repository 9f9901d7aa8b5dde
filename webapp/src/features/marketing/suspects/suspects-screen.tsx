import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { HeldReward, SuspectGroup } from '@/api/types'
import { EmptyState, ErrorState, Loading, Skeleton } from '@/ui'
import { decideReward, decideSuspects, takeBack, useHeldRewards, useSuspects } from '@/features/marketing/api/suspects'
import { useFigures } from '@/features/marketing/report/use-figures'
import styles from '@/features/marketing/sources/sources.module.css'
import { Decide } from './decide'

/** What waits for a marketer: sign-ups that look made by programs, and rewards of possible second accounts. */
export function SuspectsScreen() {
  const { t } = useTranslation('marketing')
  const suspects = useSuspects()
  const rewards = useHeldRewards()
  const error: unknown = suspects.error ?? rewards.error
  const retry = () => void Promise.all([suspects.mutate(), rewards.mutate()])
  if (error && !(suspects.data && rewards.data)) return <ErrorState error={error} onRetry={retry} />
  if (!suspects.data || !rewards.data)
    return (
      <Loading>
        <Skeleton height="220px" />
      </Loading>
    )
  const { groups, decided } = suspects.data
  const held = rewards.data.rewards
  if (groups.length === 0 && decided.length === 0 && held.length === 0)
    return <EmptyState icon={<ShieldCheck size={28} />} title={t('suspects_empty')} text={t('suspects_empty_text')} />
  return (
    <div className={styles.sources}>
      {groups.length > 0 && (
        <section className={styles.networks} aria-labelledby="suspect-sign-ups">
          <h2 id="suspect-sign-ups">{t('col_suspect_sign_ups')}</h2>
          <p className={styles.quiet}>{t('suspect_sign_ups_text')}</p>
          {groups.map((group) => (
            <Group key={`${group.network} ${group.day} ${group.sign}`} group={group} />
          ))}
        </section>
      )}
      {decided.length > 0 && (
        <section className={styles.networks} aria-labelledby="decided-sign-ups">
          <h2 id="decided-sign-ups">{t('suspects_decided')}</h2>
          {decided.map((group) => (
            <Group key={`${group.network} ${group.day} ${group.sign} ${group.decision}`} group={group} />
          ))}
        </section>
      )}
      {held.length > 0 && (
        <section className={styles.networks} aria-labelledby="held-rewards">
          <h2 id="held-rewards">{t('rewards')}</h2>
          <p className={styles.quiet}>{t('rewards_text')}</p>
          {held.map((reward) => (
            <Reward key={reward.member_id} reward={reward} />
          ))}
        </section>
      )}
    </div>
  )
}

function Group({ group }: { group: SuspectGroup }) {
  const { t } = useTranslation('marketing')
  const { number, day } = useFigures()
  const name = `${group.network || t('key_none')} · ${day(group.day)}`
  const { decision } = group
  const counts = { signUps: number(group.sign_ups), confirmed: number(group.confirmed), buyers: number(group.buyers) }
  return (
    <article className={styles.network} aria-label={`${name} · ${t(`sign_${group.sign}`)}`}>
      <h3>{name}</h3>
      <p>{t(`sign_${group.sign}`)}</p>
      {decision && <p>{t(`suspect_${decision}`)}</p>}
      <p className={styles.quiet}>{t('suspect_counts', counts)}</p>
      <Decide
        choices={
          decision
            ? [{ label: t('suspect_take_back'), decide: () => takeBack(group, decision) }]
            : [
                { label: t('suspect_count_them'), decide: () => decideSuspects(group, 'genuine') },
                { label: t('suspect_leave_out'), decide: () => decideSuspects(group, 'fraud') },
              ]
        }
      />
    </article>
  )
}

function Reward({ reward }: { reward: HeldReward }) {
  const { t } = useTranslation('marketing')
  const { number } = useFigures()
  const credits = t('reward_line', { credits: number(reward.credits) })
  return (
    <article className={styles.network} aria-label={`${credits} · ${reward.member_id.slice(0, 8)}`}>
      <h3>{credits}</h3>
      <p>{t(`reward_${reward.reason}`)}</p>
      <p className={styles.quiet}>
        <code>{reward.inviter_id.slice(0, 8)}</code> → <code>{reward.member_id.slice(0, 8)}</code>
      </p>
      <Decide
        isFinal
        choices={[
          { label: t('reward_pay'), decide: () => decideReward(reward, 'pay') },
          { label: t('reward_refuse'), decide: () => decideReward(reward, 'refuse') },
        ]}
      />
    </article>
  )
}
