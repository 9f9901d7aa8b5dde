const firstTerms = new Date('2023-12-01T12:00:00Z')

/** Since when the terms are in force: never before the company was there, and not before this text was written. */
export function termsDate(companyAdded: string, updated: string | null): Date {
  const dates = [firstTerms, new Date(companyAdded), ...(updated ? [new Date(updated)] : [])]
  return new Date(Math.max(...dates.map((date) => date.getTime())))
}
