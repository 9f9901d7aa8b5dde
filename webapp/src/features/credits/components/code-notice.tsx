import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useErrorText } from '@/api/use-error-text'
import { forgetCode } from '@/tracking/carried-code'
import { Button, Notice } from '@/ui'
import { useCodeDiscount } from '@/features/credits/api/use-code-discount'
import { usePackages, type GivenCode } from '@/features/credits/api/use-packages'

// As high as a line of words.
const BLANK = '\u00a0'

/** The effect of a code on the prices, or why it has none. Its place is taken before the prices arrive. */
export function CodeNotice({ code }: { code: string }) {
  const { t } = useTranslation('credits')
  const { given } = usePackages()
  const [search, setSearch] = useSearchParams()
  const found = given?.code === code ? given : null
  const { kind, title, text } = useNotice(code, found)

  const remove = () => {
    if (!search.has('code')) return forgetCode()
    const next = new URLSearchParams(search)
    next.delete('code')
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return (
    <Notice
      kind={kind}
      role="status"
      title={title}
      actions={
        <Button kind="quiet" small onClick={remove}>
          {t('code_remove')}
        </Button>
      }
    >
      {text}
    </Notice>
  )
}

function useNotice(code: string, given: GivenCode | null) {
  const { t } = useTranslation(['credits', 'errors'])
  const errorText = useErrorText()
  const { packages } = usePackages()
  const [search] = useSearchParams()
  const isPersonal = useCodeDiscount(search.toString())?.reason === 'personal'
  if (!given) return { kind: 'plain', title: t('discount_line', { code }), text: BLANK } as const
  const { refusal, isOfferBetter } = given
  if (refusal) {
    const text = typeof refusal === 'string' ? t(`errors:${refusal}` as 'errors:internal') : errorText(refusal)
    return { kind: 'warning', title: t('code_refused', { code }), text } as const
  }
  // Its words need two lines on a phone.
  if (isOfferBetter) return { kind: 'plain', title: t('code_offer_better', { code }), text: null } as const
  const percent = packages?.packages.find(({ discounted }) => discounted?.code === code)?.discounted?.percentage
  const title = percent ? t('code_holds', { code, percent }) : t('discount_line', { code })
  return { kind: 'success', title, text: isPersonal ? t('code_personal') : t('code_in_prices') } as const
}
