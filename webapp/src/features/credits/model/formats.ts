/** With its sign, as in a bank statement: "+50", "−2". */
export function formatCredits(credits: number, locale: string): string {
  return new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(credits).replace('-', '−')
}
