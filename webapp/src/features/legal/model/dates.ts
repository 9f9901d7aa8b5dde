/** Since when the terms are in force, as consents record it: their version, and never before the company was there. */
export function termsDate(companyAdded: string, termsVersion: string): Date {
  return new Date(Math.max(new Date(companyAdded).getTime(), new Date(`${termsVersion}T12:00:00Z`).getTime()))
}
