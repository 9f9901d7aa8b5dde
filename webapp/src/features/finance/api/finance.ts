import useSWR from 'swr'
import { address, api } from '@/api/client'
import type { FinanceInvoices, FinancePayouts } from '@/api/types'

export interface Days {
  since: string
  until: string
}

/** Invoices of the brand's company of these days, or of one payment; `below` is the number before the next page. */
export function useInvoices(days: Days, payment: string, below: number | null) {
  const query = { ...days, ...(payment && { payment }), ...(below !== null && { below: String(below) }) }
  const path = 'finance-invoices.php'
  return useSWR<FinanceInvoices>(address(path, query), () => api.get<FinanceInvoices>(path, query), {
    shouldRetryOnError: false,
  })
}

export function usePayouts(days: Days) {
  const path = 'finance-payouts.php'
  return useSWR<FinancePayouts>(address(path, { ...days }), () => api.get<FinancePayouts>(path, { ...days }), {
    shouldRetryOnError: false,
  })
}

export const files = ['invoices', 'vat', 'payouts', 'datev'] as const

export const fileAddress = (kind: (typeof files)[number], days: Days) => address('finance-file.php', { ...days, kind })

export const invoiceAddress = (number: number) => address('finance-invoice.php', { number: String(number) })
