import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import type { DeskRule } from '@/api/types'
import { Button, Notice } from '@/ui'

/** Switches a rule on or off. One that acts is proposed by one person, and switched on by another. */
export function RuleSwitch({ rule, onSwitch }: { rule: DeskRule; onSwitch: (on: boolean) => Promise<unknown> }) {
  const { t } = useTranslation('staff')
  const errorText = useErrorText()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const change = async (on: boolean) => {
    if (busy) return
    setBusy(true)
    setError(null)
    try {
      await onSwitch(on)
    } catch (failure) {
      setError(failure)
    }
    setBusy(false)
  }
  const canSwitchOn = rule.state === 'off' ? rule.simulation?.done : rule.can_confirm
  return (
    <>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      {canSwitchOn && (
        <Button busy={busy} onClick={() => void change(true)}>
          {t(rule.state === 'proposed' ? 'rule_confirm' : rule.hides ? 'rule_propose' : 'rule_on')}
        </Button>
      )}
      {rule.state !== 'off' && (
        <Button kind="secondary" busy={busy} onClick={() => void change(false)}>
          {t('rule_off')}
        </Button>
      )}
    </>
  )
}
