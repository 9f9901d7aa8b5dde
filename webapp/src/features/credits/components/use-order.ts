import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSWRConfig } from 'swr'
import { address } from '@/api/client'
import { paths } from '@/paths'
import { newId } from '@/api/new-id'
import type { Id, Package } from '@/api/types'
import { placeOrder } from '@/features/credits/api/place-order'
import { rememberPurchase } from '@/features/credits/api/remember-purchase'

/** One press, one payment: the same choice keeps its id, however often it is tried. */
export function useOrder(memberId: Id) {
  const navigate = useNavigate()
  const { mutate: refresh } = useSWRConfig()
  const order = useRef({ id: newId(), choice: '' })
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })

  // Coming back from the payment page with the browser's button shows this page as it was left.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => event.persisted && setState({ busy: false, error: null })
    window.addEventListener('pageshow', wake)
    return () => window.removeEventListener('pageshow', wake)
  }, [])

  const place = async (offer: Package, method: string, next: string | null, savesMethod = false) => {
    const [packageId, discountCode] = [offer.id, offer.discounted?.code ?? null]
    const choice = `${packageId} ${method} ${discountCode} ${savesMethod}`
    if (order.current.choice !== choice) order.current = { id: newId(), choice }
    const { id } = order.current
    setState({ busy: true, error: null })
    try {
      const payment = await placeOrder({ id, packageId, method, discountCode, savesMethod })
      rememberPurchase(memberId, { order: id, packageId, next })
      if (payment.checkout_url) window.location.assign(payment.checkout_url)
      else await navigate(paths.paymentReturn(id))
    } catch (error) {
      setState({ busy: false, error })
      // A discount that ended meanwhile must not stay on the page.
      if (discountCode) void refresh((key) => typeof key === 'string' && key.startsWith(address('packages.php')))
    }
  }
  return { ...state, place }
}
