import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useActId } from '@/api/use-act-id'
import type { SupportStory } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { actForSupport, type Act } from '@/features/support/api/support'
import { hundredths } from '@/features/support/model/hundredths'
import { useMoney } from '@/i18n/use-money'
import { Button, Dialog, DialogActions, Notice, Select, TextInput, useToast } from '@/ui'
import styles from './support.module.css'

const acts = [
  'send_confirmation',
  'send_password_link',
  'correct_address',
  'refund',
  'give_credits',
  'ask_factor_reset',
  'confirm_factor_reset',
  'close_account',
] as const satisfies readonly Act['act'][]
const explained = ['correct_address', 'refund', 'give_credits', 'ask_factor_reset', 'close_account'] as const

/** One act for an opened member, with its reason. */
export function ActForm({ member, onDone }: { member: SupportStory; onDone: () => Promise<unknown> }) {
  const { t } = useTranslation(['support', 'common'])
  const errorText = useErrorText()
  const showToast = useToast()
  const money = useMoney('symbol')
  const paid = member.payments?.payments.filter(({ status }) => status === 'completed') ?? []
  const [name, setName] = useState<Act['act']>('send_confirmation')
  const [email, setEmail] = useState('')
  const [paymentId, setPaymentId] = useState(paid[0]?.id ?? '')
  const [amount, setAmount] = useState('')
  const [credits, setCredits] = useState('')
  const [reason, setReason] = useState(member.reason ?? '')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [closing, setClosing] = useState(false)
  const actId = useActId()
  const payment = paid.find(({ id }) => id === paymentId)
  const explanation = explained.find((one) => one === name)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name === 'close_account') setClosing(true)
    else void perform()
  }
  const perform = async () => {
    setClosing(false)
    const minor = hundredths(amount)
    if (busy || (name === 'refund' && (minor === null || !payment))) return
    const act: Act = {
      act: name,
      reason: reason.trim(),
      email: name === 'correct_address' ? email.trim() : null,
      payment_id: name === 'refund' ? paymentId : null,
      minor: name === 'refund' ? minor : null,
      credits: name === 'give_credits' ? Number(credits) : null,
    }
    setBusy(true)
    setError(null)
    try {
      await actForSupport(actId.of(act), member.id, act)
      actId.done()
      showToast({ text: t('done'), kind: 'success' })
      setAmount('')
      setCredits('')
      await onDone()
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Select label={t('act')} value={name} onChange={(event) => setName(event.target.value as Act['act'])}>
        {acts
          .filter((each) => each !== 'refund' || paid.length > 0)
          .map((each) => (
            <option key={each} value={each}>
              {t(`act_${each}`)}
            </option>
          ))}
      </Select>
      {explanation && <p className={styles.quiet}>{t(`about_${explanation}`)}</p>}
      {name === 'correct_address' && (
        <TextInput
          label={t('new_address')}
          type="email"
          maxLength={254}
          required
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      )}
      {name === 'refund' && (
        <>
          <Select label={t('payment')} value={paymentId} onChange={(event) => setPaymentId(event.target.value)}>
            {paid.map((each) => (
              <option key={each.id} value={each.id}>
                {`${money(each.amount)} · ${each.id.slice(0, 8)}`}
              </option>
            ))}
          </Select>
          <TextInput
            label={t('amount')}
            hint={payment && money(payment.amount)}
            inputMode="decimal"
            pattern="[0-9]+([.,][0-9]{1,2})?"
            required
            autoComplete="off"
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </>
      )}
      {name === 'give_credits' && (
        <TextInput
          label={t('credits')}
          type="number"
          min={1}
          max={100}
          required
          value={credits}
          onChange={(event) => setCredits(event.target.value)}
        />
      )}
      <TextInput
        label={t('why')}
        maxLength={500}
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      <Button type="submit" busy={busy} kind={name === 'close_account' ? 'danger' : 'primary'}>
        {t(`act_${name}`)}
      </Button>
      <Dialog open={closing} onClose={() => setClosing(false)} title={t('act_close_account')}>
        <p>
          <strong>{member.account?.email ?? member.name}</strong>
        </p>
        <p>{t('about_close_account')}</p>
        <DialogActions>
          <Button kind="danger" onClick={() => void perform()}>
            {t('act_close_account')}
          </Button>
          <Button kind="secondary" onClick={() => setClosing(false)}>
            {t('common:cancel')}
          </Button>
        </DialogActions>
      </Dialog>
    </form>
  )
}
