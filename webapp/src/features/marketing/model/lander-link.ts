/** A link to a built-in landing page, as an example of what to add to the address of any. */
export const landerLink = (query: string): string => `${location.origin}/landers/maplanding?${query}`
