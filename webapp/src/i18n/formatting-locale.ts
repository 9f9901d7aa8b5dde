/**
 * The language with the reader's own region, so that an English reader in Ireland gets 20:15 and not 8:15 PM. The server
 * knows no region.
 */
export function formattingLocale(
  language: string,
  preferred: readonly string[] = globalThis.navigator?.languages ?? [],
): string {
  return preferred.find((tag) => tag.split('-')[0] === language) ?? language
}
