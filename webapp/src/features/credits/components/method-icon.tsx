import { CreditCard, Landmark, ScrollText, Smartphone, Ticket, Wallet, type LucideIcon } from 'lucide-react'
import { kindOf, type MethodKind } from '@/features/credits/model/methods'
import { hasMark, MethodMark } from './method-mark'
import styles from './method-choice.module.css'

const icons: Record<MethodKind, LucideIcon> = {
  bank: Landmark,
  card: CreditCard,
  phone: Smartphone,
  wallet: Wallet,
  mandate: ScrollText,
  voucher: Ticket,
}

/** The method's own logo, else the icon of its kind. */
export function MethodIcon({ method }: { method: string }) {
  if (hasMark(method)) return <MethodMark method={method} />
  const kind = kindOf(method)
  const Icon = icons[kind]
  return (
    <span className={styles.icon} data-kind={kind} aria-hidden="true">
      <Icon size={22} />
    </span>
  )
}
