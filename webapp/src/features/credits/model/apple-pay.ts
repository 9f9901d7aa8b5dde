interface Page {
  ApplePaySession?: { canMakePayments(): boolean }
}

/** Whether this device can pay with Apple Pay: elsewhere its page could only say that it cannot. */
export function canPayWithApple(page: Page = window as Page): boolean {
  try {
    return page.ApplePaySession?.canMakePayments() ?? false
  } catch {
    // Apple's browsers throw on pages that are not encrypted.
    return false
  }
}

/** The ways to pay that work here. */
export function usableHere(methods: readonly string[], hasApplePay = canPayWithApple()): string[] {
  return methods.filter((method) => method !== 'applepay' || hasApplePay)
}
