import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SupportStory } from '@/api/types'
import { useMeasureName } from '@/decisions/use-measure-name'
import { useSupportMails, useSupportMember } from '@/features/support/api/support'
import { useDates } from '@/i18n/use-dates'
import { useMoney } from '@/i18n/use-money'
import { paths } from '@/paths'
import { FictionalLabel } from '@/people/fictional-label'
import { ErrorState, Loading, Skeleton } from '@/ui'
import { ActForm } from './act-form'
import { OpeningForm } from './opening-form'
import styles from './support.module.css'

/** A member at the support desk: their story, and what can be done for them. */
export function SupportMember({ id, onActed }: { id: string; onActed: () => Promise<unknown> }) {
  const { t } = useTranslation(['support', 'common'])
  const { data, error, mutate } = useSupportMember(id)
  if (data?.member === null) return <OpeningForm memberId={id} onOpened={() => mutate()} />
  if (!data && error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!data?.member) {
    return (
      <Loading>
        <Skeleton height="320px" />
      </Loading>
    )
  }
  const { member } = data
  return (
    <div className={styles.member}>
      <Link to={paths.support()}>{t('support:back')}</Link>
      <h2>{t('common:name_age', { name: member.name, age: member.age })}</h2>
      {member.fictional && (
        <p>
          <strong>
            <FictionalLabel />
          </strong>
        </p>
      )}
      <div className={styles.columns}>
        <div className={styles.story}>
          <Account member={member} />
          <Mails id={id} />
          <Texts id={id} />
          <Payments member={member} />
          <Ledger member={member} />
          <Decisions member={member} />
        </div>
        <Part title={t('support:help')}>
          <ActForm key={id} member={member} onDone={() => Promise.all([mutate(), onActed()])} />
        </Part>
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function Account({ member: { account } }: { member: SupportStory }) {
  const { t } = useTranslation(['support', 'staff', 'security'])
  const { day, moment } = useDates()
  if (!account) return <Part title={t('staff:account')}>{t('staff:account_unavailable')}</Part>
  const factors = account.has_authenticator || account.passkeys > 0
  return (
    <Part title={t('staff:account')}>
      <p className={styles.words}>{account.email}</p>
      <p className={styles.quiet}>
        {[
          t(`support:state_${account.status}`),
          account.deleted_at && moment(account.deleted_at),
          account.suspended && t('support:suspended'),
          account.mail_suppressed && t(`support:no_mail_${account.mail_suppressed as 'bounced'}`),
          t(factors ? 'support:two_step_on' : 'support:two_step_off'),
          t('staff:signed_up', { time: moment(account.signed_up_at) }),
          t('staff:of_site', { site: account.site }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <h4>{t('support:consents')}</h4>
      <ul className={styles.list}>
        {account.consents.map((consent) => (
          <li key={consent.kind}>
            {consent.kind}{' '}
            <span className={styles.quiet}>
              {[t(consent.given ? 'support:given' : 'support:refused'), day(consent.at)].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <h4>{t('staff:devices')}</h4>
      {account.devices.length === 0 && <p className={styles.quiet}>{t('staff:devices_none')}</p>}
      <ul className={styles.list}>
        {account.devices.map((device, at) => (
          <li key={at}>
            {[device.browser, device.system].filter(Boolean).join(', ') || t('security:device_unknown')}{' '}
            <span className={styles.quiet}>{device.used_on && day(device.used_on)}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

const fates = ['queued', 'sent', 'suppressed', 'failed'] as const

function Mails({ id }: { id: string }) {
  const { t } = useTranslation('support')
  const { moment } = useDates()
  const { data, error } = useSupportMails(id)
  return (
    <Part title={t('mails')}>
      {error !== undefined && <p className={styles.quiet}>{t('unavailable')}</p>}
      {data?.mails.length === 0 && <p className={styles.quiet}>{t('mails_none')}</p>}
      <ul className={styles.list}>
        {data?.mails.map((mail, at) => (
          <li key={at}>
            {mail.template}{' '}
            <span className={styles.quiet}>
              {[
                t(`mail_${fates.find((one) => one === mail.state) ?? 'queued'}`),
                mail.reason,
                moment(mail.finished_at ?? mail.created_at),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Texts({ id }: { id: string }) {
  const { t } = useTranslation('support')
  const { moment } = useDates()
  const { data } = useSupportMails(id)
  return (
    <Part title={t('texts')}>
      {data?.texts.length === 0 && <p className={styles.quiet}>{t('texts_none')}</p>}
      <ul className={styles.list}>
        {data?.texts.map((text, at) => (
          <li key={at}>
            {t(`text_${text.purpose}`)}{' '}
            <span className={styles.quiet}>
              {[t(textStates[text.state]), text.reason, moment(text.finished_at ?? text.created_at)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

const textStates = {
  queued: 'mail_queued',
  sending: 'text_sending',
  unknown: 'text_unknown',
  sent: 'mail_sent',
  delivered: 'text_delivered',
  failed: 'mail_failed',
  suppressed: 'mail_suppressed',
} as const

const ended = ['completed', 'failed', 'cancelled', 'expired'] as const

function Payments({ member: { payments, ledger } }: { member: SupportStory }) {
  const { t } = useTranslation(['support', 'staff'])
  const { moment } = useDates()
  const money = useMoney('symbol')
  return (
    <Part title={t('staff:payments')}>
      {!payments && <p className={styles.quiet}>{t('support:unavailable')}</p>}
      {payments?.payments.length === 0 && <p className={styles.quiet}>{t('staff:payments_none')}</p>}
      <ul className={styles.list}>
        {payments?.payments.map((payment) => (
          <li key={payment.id}>
            <strong>{money(payment.amount)}</strong>{' '}
            <span className={styles.quiet}>
              {[
                moment(payment.created_at),
                payment.method,
                t(`staff:payment_${ended.find((one) => one === payment.status) ?? 'waiting'}`),
                payment.returned && t('staff:payment_returned', { price: money(payment.returned) }),
                payment.id.slice(0, 8),
                ...(ledger?.invoices ?? [])
                  .filter(({ payment_id }) => payment_id === payment.id)
                  .map((each) => `${t(each.credit_note ? 'support:credit_note' : 'support:invoice')} ${each.number}`),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Ledger({ member: { ledger } }: { member: SupportStory }) {
  const { t } = useTranslation(['support', 'credits'])
  const { moment } = useDates()
  return (
    <Part title={t('support:credits')}>
      {!ledger && <p className={styles.quiet}>{t('support:unavailable')}</p>}
      {ledger && (
        <dl className={styles.figures}>
          <dt>{t('support:balance')}</dt>
          <dd>{ledger.balance}</dd>
          {ledger.debt > 0 && (
            <>
              <dt>{t('support:debt')}</dt>
              <dd>{ledger.debt}</dd>
            </>
          )}
        </dl>
      )}
      <ul className={styles.list}>
        {ledger?.transfers.map((transfer) => (
          <li key={transfer.id}>
            <strong>{transfer.credits > 0 ? `+${transfer.credits}` : transfer.credits}</strong>{' '}
            {t(`credits:kind_${transfer.kind as 'purchase'}`)}{' '}
            <span className={styles.quiet}>
              {[moment(transfer.created_at), `= ${transfer.balance_after}`, transfer.id.slice(0, 8)].join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

function Decisions({ member: { decisions, resets } }: { member: SupportStory }) {
  const nameOf = useMeasureName()
  const { t } = useTranslation(['support', 'staff', 'complaints'])
  const { moment } = useDates()
  return (
    <Part title={t('staff:log')}>
      {decisions.length === 0 && <p className={styles.quiet}>{t('staff:log_empty')}</p>}
      <ul className={styles.list}>
        {decisions.map((decision) => (
          <li key={decision.id}>
            {nameOf(decision.measure)} <span className={styles.quiet}>{moment(decision.decided_at)}</span>
          </li>
        ))}
      </ul>
      {resets.map((reset) => (
        <p key={reset.at}>
          {t(reset.by_you ? 'support:reset_by_you' : 'support:reset_by_other')}{' '}
          <span className={styles.quiet}>{[moment(reset.at), reset.reason].filter(Boolean).join(' · ')}</span>
        </p>
      ))}
    </Part>
  )
}
