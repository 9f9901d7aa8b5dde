/** Languages that the site has and the product does not, each with the version of its texts. */
export type OwnLanguages = ReadonlyMap<string, string>

/** Where the server writes them: its pages are opened before the settings of the site are known. */
export const languagesAttribute = (own: OwnLanguages): string =>
  own.size > 0 ? ` data-languages="${[...own].map(([code, version]) => `${code}:${version}`).join(' ')}"` : ''

/** Those of this page; none while the server draws, which serves several sites. */
export function ownLanguages(): OwnLanguages {
  const written = globalThis.document?.documentElement.dataset.languages
  return new Map(written?.split(' ').map((each) => each.split(':') as [string, string]))
}

/** The texts of a file in such a language; none that the site has not translated, which are English then. */
export async function fetchTexts(language: string, file: string): Promise<Record<string, string>> {
  const version = ownLanguages().get(language)
  const response = await fetch(`/texts/${language}/${file}.json${version ? `?v=${version}` : ''}`)
  if (response.status === 404) return {}
  if (!response.ok) throw new Error(`texts: ${response.status}`)
  return (await response.json()) as Record<string, string>
}
