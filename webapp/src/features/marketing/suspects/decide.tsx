import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, useToast } from '@/ui'
import styles from '@/features/marketing/sources/sources.module.css'

interface Choice {
  label: string
  decide: () => Promise<void>
}

/** Choices; final ones are made by a second press. */
export function Decide({ choices, isFinal = false }: { choices: Choice[]; isFinal?: boolean }) {
  const { t } = useTranslation('marketing')
  const errorText = useErrorText()
  const showToast = useToast()
  const [chosen, setChosen] = useState<Choice | null>(null)
  const [isBusy, setBusy] = useState(false)
  const decide = async ({ decide }: Choice) => {
    if (isBusy) return
    setBusy(true)
    try {
      await decide()
      showToast({ text: t('saved'), kind: 'success' })
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
      setChosen(null)
    } finally {
      setBusy(false)
    }
  }
  if (!chosen)
    return (
      <div className={styles.actions}>
        {choices.map((choice) => (
          <Button
            key={choice.label}
            kind="secondary"
            small
            onClick={() => (isFinal ? setChosen(choice) : void decide(choice))}
          >
            {choice.label}
          </Button>
        ))}
      </div>
    )
  return (
    <div className={styles.form} role="group" aria-label={chosen.label}>
      <p>{t('final')}</p>
      <div className={styles.actions}>
        <Button small busy={isBusy} onClick={() => void decide(chosen)}>
          {chosen.label}
        </Button>
        <Button kind="quiet" small onClick={() => setChosen(null)}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}
