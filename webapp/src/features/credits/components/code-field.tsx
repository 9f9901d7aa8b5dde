import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useSWRConfig } from 'swr'
import { address } from '@/api/client'
import { useErrorText } from '@/api/use-error-text'
import { forgetCode } from '@/tracking/carried-code'
import { Button, Notice, TextInput } from '@/ui'
import { tryCode } from '@/features/credits/api/try-code'
import { useCodeDiscount } from '@/features/credits/api/use-code-discount'
import { usePackages, type GivenCode } from '@/features/credits/api/use-packages'
import styles from './code-field.module.css'

/** Where a discount code is given. It stands in the address from then on, so that the next screen knows it. */
export function CodeField() {
  const { t } = useTranslation('credits')
  const errorText = useErrorText()
  const { given } = usePackages()
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
  const remove = () => {
    if (given?.isCarried) forgetCode()
    else put(null)
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
  if (given && !given.refusal) {
    return <CodeNotice given={given} isPersonal={discount?.reason === 'personal'} onRemove={remove} />
  }
  return (
    <>
      {given && <CodeNotice given={given} onRemove={remove} />}
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

interface NoticeProps {
  given: GivenCode
  isPersonal?: boolean
  onRemove: () => void
}

/** What a code that was given does to the prices, or why it does nothing. */
function CodeNotice({ given, isPersonal = false, onRemove }: NoticeProps) {
  const { t } = useTranslation(['credits', 'errors'])
  const errorText = useErrorText()
  const { packages } = usePackages()
  const { code, refusal, isOfferBetter } = given
  const percent = packages?.packages.find(({ discounted }) => discounted?.code === code)?.discounted?.percentage
  const said = () => (typeof refusal === 'string' ? t(`errors:${refusal}` as 'errors:internal') : errorText(refusal))
  const title = refusal
    ? t('code_refused', { code })
    : isOfferBetter
      ? t('code_offer_better', { code })
      : percent
        ? t('code_holds', { code, percent })
        : t('discount_line', { code })
  return (
    <Notice
      kind={refusal ? 'warning' : isOfferBetter ? 'plain' : 'success'}
      role="status"
      title={title}
      actions={
        <Button kind="quiet" small onClick={onRemove}>
          {t('code_remove')}
        </Button>
      }
    >
      {refusal ? said() : isPersonal && t('code_personal')}
    </Notice>
  )
}
