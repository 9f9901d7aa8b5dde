import { Trash2, WalletCards } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { newId } from '@/api/new-id'
import type { Id, Package, SavedMethod } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { paths } from '@/paths'
import {
  Button,
  EmptyState,
  ErrorState,
  FieldGroup,
  IconButton,
  LinkButton,
  Loading,
  Notice,
  PageTitle,
  useToast,
  Skeleton,
} from '@/ui'
import { rememberPurchase } from '@/features/credits/api/remember-purchase'
import { repeatOrder, useSavedMethods } from '@/features/credits/api/saved-methods'
import { usePackages } from '@/features/credits/api/use-packages'
import { priceOf } from '@/features/credits/model/price'
import { withNext } from '@/features/credits/model/purchase'
import { CannotBuy } from './cannot-buy'
import { focusImmediateDelivery, ImmediateDelivery } from './immediate-delivery'
import choice from './method-choice.module.css'
import { MethodIcon } from './method-icon'
import styles from './repeat-screen.module.css'
import { useFormats } from './use-formats'
import { useMethodName } from './use-method-name'
import { useCode, useNext } from './use-next'

/** Saved ways to pay: choose a package, press once. */
export function RepeatScreen({ memberId }: { memberId: Id }) {
  const { t } = useTranslation('credits')
  const { methods, error, retry } = useSavedMethods()
  const { packages, error: packagesError, retry: retryPackages } = usePackages()
  const failed = error ?? packagesError
  if (failed && !(methods && packages)) return <ErrorState error={failed} onRetry={error ? retry : retryPackages} />
  return (
    <>
      <PageTitle title={t('saved_title')} lead={t('saved_lead')} />
      {methods && packages ? (
        methods.length === 0 ? (
          <EmptyState
            icon={<WalletCards size={28} />}
            title={t('saved_empty_title')}
            text={t('saved_empty_text')}
            action={
              <div className={styles.ways}>
                <LinkButton to={paths.credits}>{t('buy_title')}</LinkButton>
                <LinkButton kind="secondary" to={paths.directDebit}>
                  {t('debit_title')}
                </LinkButton>
              </div>
            }
          />
        ) : packages.cannot_buy ? (
          <CannotBuy reason={packages.cannot_buy} />
        ) : (
          <RepeatForm methods={methods} offers={packages.packages} memberId={memberId} />
        )
      ) : (
        <Loading className={styles.form}>
          <Skeleton height="160px" />
          <Skeleton height="220px" />
        </Loading>
      )}
    </>
  )
}

function RepeatForm({ methods, offers, memberId }: { methods: SavedMethod[]; offers: Package[]; memberId: Id }) {
  const { t } = useTranslation('credits')
  const errorText = useErrorText()
  const { money } = useFormats()
  const [search] = useSearchParams()
  const next = useNext()
  const code = useCode()
  const [packageId, setPackageId] = useState(search.get('package'))
  // The one that was just set up, or the only one there is; between several the member chooses.
  const [methodId, setMethodId] = useState(search.get('method') ?? (methods.length === 1 ? methods[0]!.id : null))
  const [agreed, setAgreed] = useState(false)
  const [tried, setTried] = useState(false)
  const offer = offers.find(({ id }) => id === packageId)
  const method = methods.find(({ id }) => id === methodId)
  const press = usePress(memberId)

  const submit = () => {
    setTried(true)
    if (!offer) return document.getElementById('package')?.focus()
    if (!method) return document.getElementById('saved')?.focus()
    if (!agreed) return focusImmediateDelivery()
    void press.order(offer, method, next)
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!press.busy) submit()
      }}
    >
      <PackageChoice
        offers={offers}
        value={offer?.id ?? null}
        onChange={setPackageId}
        error={tried && !offer ? t('saved_choose_package') : undefined}
      />
      <SavedChoice
        methods={methods}
        value={method?.id ?? null}
        onChange={setMethodId}
        error={tried && !method ? t('method_required') : undefined}
      />
      <ImmediateDelivery agreed={agreed} onChange={setAgreed} isMissing={tried && !agreed} />
      {press.error ? (
        <Notice kind="danger" role="alert" title={errorText(press.error)}>
          {t('order_failed')}
        </Notice>
      ) : null}
      <div className={styles.pay}>
        <Button type="submit" wide busy={press.busy}>
          {offer ? t('pay_once', { price: money(priceOf(offer).amount) }) : t('saved_pay')}
        </Button>
        <p className={styles.small}>
          {t('obligation')} {t('saved_at_once')}
        </p>
      </div>
      <p className={styles.links}>
        <Link to={withNext(offer ? paths.payment(offer.id) : paths.credits, next, code)}>{t('saved_other_way')}</Link>
        <Link to={withNext(offer ? `${paths.directDebit}?package=${offer.id}` : paths.directDebit, next, code)}>
          {t('saved_add_debit')}
        </Link>
      </p>
    </form>
  )
}

/** One press, one payment: the same choice keeps its id, however often it is tried. */
function usePress(memberId: Id) {
  const navigate = useNavigate()
  const last = useRef({ id: newId(), choice: '' })
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  const order = async (offer: Package, method: SavedMethod, next: string | null) => {
    const discountCode = offer.discounted?.code ?? null
    const wanted = `${offer.id} ${method.id} ${discountCode}`
    if (last.current.choice !== wanted) last.current = { id: newId(), choice: wanted }
    const { id } = last.current
    setState({ busy: true, error: null })
    try {
      await repeatOrder({ id, packageId: offer.id, savedMethodId: method.id, discountCode })
      rememberPurchase(memberId, { order: id, packageId: offer.id, next })
      await navigate(paths.paymentReturn(id))
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  return { ...state, order }
}

interface PackageChoiceProps {
  offers: Package[]
  value: string | null
  onChange: (id: string) => void
  error: string | undefined
}

function PackageChoice({ offers, value, onChange, error }: PackageChoiceProps) {
  const { t } = useTranslation('credits')
  const { money } = useFormats()
  const name = useId()
  return (
    <FieldGroup id="package" label={t('packages_label')} error={error}>
      <div className={choice.methods}>
        {offers.map((offer) => (
          <label key={offer.id} className={choice.method}>
            <span className={choice.name}>
              {t('credits_count', { count: offer.credits })}
              <span className={styles.each}>
                {t('per_message', { price: money(priceOf(offer).amount_per_message) })}
              </span>
            </span>
            <strong className={styles.price}>{money(priceOf(offer).amount)}</strong>
            <input
              type="radio"
              name={name}
              value={offer.id}
              checked={value === offer.id}
              onChange={() => onChange(offer.id)}
            />
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

interface SavedChoiceProps {
  methods: SavedMethod[]
  value: Id | null
  onChange: (id: Id) => void
  error: string | undefined
}

function SavedChoice({ methods, value, onChange, error }: SavedChoiceProps) {
  const showToast = useToast()
  const { t } = useTranslation('credits')
  const errorText = useErrorText()
  const nameOf = useMethodName()
  const { remove } = useSavedMethods()
  const name = useId()
  const titleOf = ({ method, brand, last4 }: SavedMethod) => {
    const kind = nameOf(brand ?? method)
    return last4 ? t('saved_ending', { method: kind, last4 }) : kind
  }
  const take = async (saved: SavedMethod) => {
    try {
      await remove(saved.id)
      showToast({ text: t('saved_removed', { method: titleOf(saved) }) })
    } catch (problem) {
      showToast({ text: errorText(problem), kind: 'danger' })
    }
  }
  return (
    <FieldGroup id="saved" label={t('saved_group')} error={error}>
      <ul className={choice.methods}>
        {methods.map((saved) => (
          <li key={saved.id} className={styles.saved}>
            <label className={choice.method}>
              <MethodIcon method={saved.brand ?? saved.method} />
              <span className={choice.name}>
                {titleOf(saved)}
                {saved.mandate_reference && (
                  <span className={styles.each}>{t('debit_mandate_number', { number: saved.mandate_reference })}</span>
                )}
              </span>
              <input
                type="radio"
                name={name}
                value={saved.id}
                checked={value === saved.id}
                onChange={() => onChange(saved.id)}
              />
            </label>
            <IconButton label={t('saved_remove', { method: titleOf(saved) })} onClick={() => void take(saved)}>
              <Trash2 size={22} />
            </IconButton>
          </li>
        ))}
      </ul>
    </FieldGroup>
  )
}
