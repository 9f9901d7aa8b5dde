import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Postbacks } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, FieldError, Select, Switch, TextInput, useToast } from '@/ui'
import { setPostbacks, type Goal } from '@/features/marketing/api/postbacks'
import styles from '@/features/marketing/sources/sources.module.css'

const EXAMPLE = 'https://trk.example/pb?cid={sub1}&tx={txid}'
// One with a dot, as the server wants it; a star would allow every host.
const HOST = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/
const LONGEST_HOLD = 90

export const goals: readonly Goal[] = ['lead', 'confirmed', 'sale', 'rebill', 'reversal']

interface Props {
  network: string
  terms: Postbacks
}

/** Hosts, a template for each goal, the hold of payments, and the pause. The server checks every address. */
export function TermsForm({ network, terms }: Props) {
  const { t } = useTranslation('marketing')
  const errorText = useErrorText()
  const showToast = useToast()
  const [hosts, setHosts] = useState(terms.hosts.join(' '))
  const [templates, setTemplates] = useState<Partial<Record<Goal, string>>>(terms.templates)
  const [holdDays, setHoldDays] = useState(String(terms.hold_days))
  const [isPaused, setPaused] = useState(terms.is_paused)
  const [method, setMethod] = useState(terms.method)
  const [hostsProblem, setHostsProblem] = useState<string>()
  const [holdProblem, setHoldProblem] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    const named = hosts
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean)
    const areHosts = named.every((host) => HOST.test(host))
    setHostsProblem(areHosts ? undefined : t('postback_hosts_wrong'))
    const isHold = /^\d{1,2}$/.test(holdDays.trim()) && Number(holdDays) <= LONGEST_HOLD
    setHoldProblem(isHold ? undefined : t('postback_hold_wrong'))
    if (!areHosts || !isHold) return
    const filled = goals.flatMap((goal) => {
      const template = templates[goal]?.trim()
      return template ? [[goal, template] as const] : []
    })
    setBusy(true)
    setProblem(undefined)
    try {
      await setPostbacks({
        network,
        hosts: named,
        templates: Object.fromEntries(filled),
        hold_days: Number(holdDays),
        is_paused: isPaused,
        method,
      })
      showToast({ text: t('saved'), kind: 'success' })
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} aria-label={t('postbacks')} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={t('postback_hosts')}
        hint={t('postback_hosts_hint')}
        error={hostsProblem}
        value={hosts}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setHosts(event.target.value)}
      />
      <Select
        label={t('postback_method')}
        value={method}
        onChange={(event) => setMethod(event.target.value as Postbacks['method'])}
      >
        <option value="GET">{t('postback_get')}</option>
        <option value="POST">{t('postback_post')}</option>
      </Select>
      {terms.signing_key && (
        <p className={styles.quiet}>
          {t('postback_key')} <code>{terms.signing_key}</code>
        </p>
      )}
      <p className={styles.quiet}>
        {t('postback_macros')} <code>{terms.macros.map((macro) => `{${macro}}`).join(' ')}</code>
      </p>
      {goals.map((goal) => (
        <TextInput
          key={goal}
          label={t(`postback_${goal}`)}
          value={templates[goal] ?? ''}
          maxLength={1000}
          inputMode="url"
          placeholder={EXAMPLE}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTemplates({ ...templates, [goal]: event.target.value })}
        />
      ))}
      <TextInput
        label={t('postback_hold')}
        hint={t('postback_hold_hint')}
        error={holdProblem}
        value={holdDays}
        maxLength={2}
        inputMode="numeric"
        onChange={(event) => setHoldDays(event.target.value)}
      />
      <Switch label={t('postback_paused')} checked={isPaused} onChange={setPaused} />
      {problem && (
        <div role="alert">
          <FieldError id="postbacks-problem">{problem}</FieldError>
        </div>
      )}
      <div className={styles.actions}>
        <Button type="submit" busy={isBusy}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
