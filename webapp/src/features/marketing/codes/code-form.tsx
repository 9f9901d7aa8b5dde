import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, FieldError, TextInput, useToast } from '@/ui'
import { makeCode } from '@/features/marketing/api/codes'
import styles from '@/features/marketing/sources/sources.module.css'
import { emptyFields, newCodeOf, type CodeFields } from './model'

/** Makes a discount code of this site. */
export function CodeForm() {
  const { t } = useTranslation('marketing')
  const errorText = useErrorText()
  const showToast = useToast()
  const [fields, setFields] = useState(emptyFields)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    const made = newCodeOf(fields)
    if (typeof made === 'string') {
      setProblem(t(made))
      return
    }
    setBusy(true)
    setProblem(undefined)
    try {
      await makeCode(made)
      setFields(emptyFields)
      showToast({ text: t('saved'), kind: 'success' })
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const field = (name: keyof CodeFields) => ({
    value: fields[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  })

  return (
    <form className={styles.form} aria-label={t('code_make')} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.fields}>
        <TextInput
          label={t('code_name')}
          {...field('code')}
          maxLength={40}
          autoCapitalize="characters"
          spellCheck={false}
        />
        <TextInput label={t('code_percent')} {...field('percent')} inputMode="numeric" />
        <TextInput label={t('code_campaign')} {...field('campaign')} maxLength={60} />
      </div>
      <div className={styles.fields}>
        <TextInput label={t('code_first')} type="date" {...field('first')} />
        <TextInput label={t('code_last')} type="date" {...field('last')} />
        <TextInput label={t('code_uses')} {...field('uses')} inputMode="numeric" />
      </div>
      <div className={styles.fields}>
        <TextInput label={t('code_budget')} hint={t('code_budget_hint')} {...field('budget')} inputMode="decimal" />
        <TextInput label={t('currency')} {...field('currency')} maxLength={3} />
      </div>
      {problem && (
        <div role="alert">
          <FieldError id="code-problem">{problem}</FieldError>
        </div>
      )}
      <div className={styles.actions}>
        <Button type="submit" busy={isBusy}>
          {t('code_make')}
        </Button>
      </div>
    </form>
  )
}
