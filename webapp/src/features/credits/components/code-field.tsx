import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useSWRConfig } from 'swr'
import { address } from '@/api/client'
import { useErrorText } from '@/api/use-error-text'
import { Button, TextInput } from '@/ui'
import { tryCode } from '@/features/credits/api/try-code'
import { usePackages } from '@/features/credits/api/use-packages'
import { CodeNotice } from './code-notice'
import styles from './code-field.module.css'

interface Props {
  /** The code that brought the member here has its notice above the prices; one that is typed has it at the field. */
  hasNotice: boolean
}

/** Where a discount code is given. It stands in the address from then on, so that the next screen knows it. */
export function CodeField({ hasNotice }: Props) {
  const { t } = useTranslation('credits')
  const errorText = useErrorText()
  const { code, given } = usePackages()
  const [search, setSearch] = useSearchParams()
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  const { mutate } = useSWRConfig()

  const put = (wanted: string) => {
    const next = new URLSearchParams(search)
    next.set('code', wanted)
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
  const notice = code !== null && hasNotice && <CodeNotice code={code} />
  const isRefused = given?.code === code && Boolean(given?.refusal)
  if (code !== null && !isRefused) return notice
  return (
    <>
      {notice}
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
    </>
  )
}
