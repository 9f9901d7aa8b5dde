import { expect, test } from 'vitest'
import { formatMoney } from '@/i18n/use-money'
import { formatCredits } from './formats'

const plain = (text: string) => text.replace(/\s/g, ' ')

test('an amount is written the way the member reads it', () => {
  const money = { value: '1019.90', currency: 'EUR' }
  expect(plain(formatMoney(money, 'en'))).toBe('€1,019.90')
  expect(plain(formatMoney(money, 'nl'))).toBe('€ 1.019,90')
  expect(plain(formatMoney(money, 'de'))).toBe('1.019,90 €')
  const signs = ['PLN', 'NOK', 'CHF'].map((currency) => plain(formatMoney({ ...money, currency }, 'en')))
  expect(signs).toEqual(['zł 1,019.90', 'kr 1,019.90', 'CHF 1,019.90'])
})

test('credits come and go with a sign', () => {
  expect(formatCredits(50, 'en')).toBe('+50')
  expect(formatCredits(-2, 'en')).toBe('−2')
  expect(formatCredits(0, 'en')).toBe('0')
})
