import { Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { newId } from '@/api/new-id'
import type { Id, Withdrawable } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { paths } from '@/paths'
import { Button, EmptyState, ErrorState, LinkButton, Loading, Notice, PageTitle, Skeleton } from '@/ui'
import { useWithdrawals } from '@/features/credits/api/withdrawals'
import { useFormats } from './use-formats'
import { useMethodName } from './use-method-name'
import styles from './withdrawal.module.css'

/** Withdrawing in two steps: choose the purchase, then confirm the statement. */
export function WithdrawalScreen() {
  const { t } = useTranslation('credits')
  const { purchases, hasBought, error, retry } = useWithdrawals()
  const [chosen, setChosen] = useState<Id | null>(null)
  const purchase = purchases?.find(({ payment_id }) => payment_id === chosen)
  if (!purchases && error) return <ErrorState error={error} onRetry={retry} />
  if (purchase && !purchase.withdrawn)
    return <Confirm key={purchase.payment_id} purchase={purchase} onBack={() => setChosen(null)} />
  return (
    <>
      <PageTitle title={t('withdraw_title')} lead={t('withdraw_lead')} />
      {!purchases && (
        <Loading>
          <Skeleton height="140px" />
        </Loading>
      )}
      {purchases?.length === 0 && (
        <EmptyState
          icon={<Undo2 size={28} />}
          title={t('withdraw_empty_title')}
          text={t(hasBought === false ? 'withdraw_unbought_text' : 'withdraw_empty_text')}
          action={<LinkButton to={paths.page('return-policy')}>{t('refund_link')}</LinkButton>}
        />
      )}
      <ul className={styles.purchases}>
        {purchases?.map((each) => (
          <li key={each.payment_id} className={styles.purchase}>
            <Purchase purchase={each} onWithdraw={() => setChosen(each.payment_id)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Purchase({ purchase, onWithdraw }: { purchase: Withdrawable; onWithdraw: () => void }) {
  const { t } = useTranslation('credits')
  const { money, date } = useFormats()
  const nameOf = useMethodName()
  const what = t('credits_count', { count: purchase.bought })
  const { withdrawn } = purchase
  return (
    <>
      <h2>{what}</h2>
      <p>
        {money(purchase.amount)} · {nameOf(purchase.method)} ·{' '}
        <time dateTime={purchase.bought_at}>{date(purchase.bought_at)}</time>
      </p>
      {withdrawn ? (
        <Notice kind="success" role="status" title={t('withdraw_done', { price: money(withdrawn.amount) })}>
          {t('withdraw_receipt')}
        </Notice>
      ) : purchase.unused_credits === 0 ? (
        <p>{t('withdraw_none')}</p>
      ) : (
        <>
          <p>
            {t('withdraw_offer', {
              what: t('credits_count', { count: purchase.unused_credits }),
              price: money(purchase.refund),
              date: date(purchase.until),
            })}
          </p>
          <Button kind="secondary" onClick={onWithdraw}>
            {t('withdraw_choose')}
          </Button>
        </>
      )}
    </>
  )
}

function Confirm({ purchase, onBack }: { purchase: Withdrawable; onBack: () => void }) {
  const { t } = useTranslation('credits')
  const errorText = useErrorText()
  const { money, date } = useFormats()
  const nameOf = useMethodName()
  const { withdraw } = useWithdrawals()
  const id = useRef(newId())
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  const confirm = async () => {
    setState({ busy: true, error: null })
    try {
      await withdraw(id.current, purchase.payment_id)
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  return (
    <>
      <PageTitle title={t('withdraw_confirm_title')} />
      <blockquote className={styles.statement}>
        {t('withdraw_statement', {
          what: t('credits_count', { count: purchase.bought }),
          date: date(purchase.bought_at),
          number: purchase.payment_id,
        })}
      </blockquote>
      <p>
        {t('withdraw_result', {
          what: t('credits_count', { count: purchase.unused_credits }),
          price: money(purchase.refund),
          method: nameOf(purchase.method, 'inside'),
        })}
      </p>
      {state.error ? <Notice kind="danger" role="alert" title={errorText(state.error)} /> : null}
      <div className={styles.actions}>
        <Button kind="danger" busy={state.busy} onClick={() => void confirm()}>
          {t('withdraw_confirm')}
        </Button>
        <Button kind="secondary" onClick={onBack}>
          {t('withdraw_keep')}
        </Button>
      </div>
    </>
  )
}
