import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, TextInput } from '@/ui'
import { useSWRConfig } from 'swr'
import { address } from '@/api/client'
import { tryCode } from '@/features/credits/api/try-code'
import { useCodeDiscount } from '@/features/credits/api/use-code-discount'
import styles from './code-field.module.css'

/** Where a discount code is given. It stands in the address from then on, so that the next screen knows it. */
export function CodeField() {
  const { t } = useTranslation('credits')
  const errorText = useErrorText()
  const [search, setSearch] = useSearchParams()
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  const { mutate } = useSWRConfig()
  const discount = useCodeDiscount(search.toString())

  const put = (wanted: string | null) => {
    const next = new URLSearchParams(search)
    if (wanted) next.set('code', wanted)
    else next.delete('code')
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  const apply = async () => {
    if (typed.trim() === '' || state.busy) return
    setState({ busy: true, error: null })
    try {
      const found = await tryCode(typed.trim())
      await mutate(address('discountcode.php', { code: found.code }), found, { revalidate: false })
      setState({ busy: false, error: null })
      put(found.code)
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  if (discount) {
    return (
      <Notice
        kind="success"
        role="status"
        title={t('code_holds', { code: discount.code, percent: discount.value_percentage })}
        actions={
          <Button kind="quiet" small onClick={() => put(null)}>
            {t('code_remove')}
          </Button>
        }
      >
        {discount.reason === 'personal' && t('code_personal')}
      </Notice>
    )
  }
  return (
    <details className={styles.code}>
      <summary>{t('code_open')}</summary>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void apply()
        }}
      >
        <TextInput
          label={t('code_label')}
          value={typed}
          maxLength={40}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
          error={state.error ? errorText(state.error) : undefined}
        />
        <Button type="submit" kind="secondary" busy={state.busy}>
          {t('code_apply')}
        </Button>
      </form>
    </details>
  )
}
