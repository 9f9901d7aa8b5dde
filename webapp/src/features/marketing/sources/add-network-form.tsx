import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, TextInput, useToast } from '@/ui'
import { addNetwork } from '@/features/marketing/api/networks'
import { ExpectedDaily } from './expected-daily'
import { dailyOf } from './model'
import styles from './sources.module.css'

const namePattern = /^[A-Za-z0-9._-]{1,32}$/

export function AddNetworkForm() {
  const { t } = useTranslation('marketing')
  const errorText = useErrorText()
  const showToast = useToast()
  const [name, setName] = useState('')
  const [expected, setExpected] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    const wanted = name.trim()
    if (!namePattern.test(wanted)) {
      setProblem(t('network_name_wrong'))
      return
    }
    const daily = dailyOf(expected)
    if (daily === null) {
      setProblem(t('expected_daily_wrong'))
      return
    }
    setBusy(true)
    try {
      await addNetwork(wanted, daily)
      setName('')
      setExpected('')
      setProblem(undefined)
      showToast({ text: t('saved'), kind: 'success' })
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles.row} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={t('network_name')}
        hint={t('network_name_hint')}
        error={problem}
        value={name}
        maxLength={32}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setName(event.target.value)}
      />
      <ExpectedDaily value={expected} onChange={setExpected} />
      <Button type="submit" busy={isBusy}>
        {t('network_add')}
      </Button>
    </form>
  )
}
