/** A language by its commonest words, for browsers that detect none. Words of several languages count for each. */
const common: Record<string, string> = {
  da: 'jeg ikke det og er du har med hvad på til dig hvordan også kan være',
  de: 'ich nicht das und ist du hast mit was auf für dich wie auch kann der die',
  en: 'i not the and is you have with what on for are how also can to of',
  es: 'yo no el y es tú tienes con qué en para que cómo también la de muy',
  fi: 'minä ei se ja on sinä olet kanssa mitä hei että kiitos miten myös voi ole',
  fr: 'je pas le et est tu as avec quoi sur pour que comment aussi la les des',
  it: 'io non il e è tu hai con che su per sono come anche la di ciao',
  nb: 'jeg ikke det og er du har med hva på til deg hvordan også kan være',
  nl: 'ik niet het en is je hebt met wat op voor van hoe ook kan de een',
  pl: 'ja nie to i jest ty masz z co na dla się jak też może w cześć',
  sv: 'jag inte det och är du har med vad på till dig hur också kan vara',
}
const words = Object.entries(common).map(([code, list]) => [code, new Set(list.split(' '))] as const)
const fewest = 2
const otherLetters = /\p{L}/u
const latin = /\p{Script=Latin}/u

/** Of a text in other letters than Latin ones, which no language of the product has. */
export const otherScript = 'und'

/** The language of a text if its words tell one, `otherScript` for one in other letters, and null otherwise. */
export function guessLanguage(text: string): string | null {
  if (otherLetters.test(text) && !latin.test(text)) return otherScript
  const said = text.toLowerCase().match(/\p{L}+/gu) ?? []
  const counts = words.map(([code, known]) => ({ code, count: said.filter((word) => known.has(word)).length }))
  const [best, next] = counts.toSorted((one, other) => other.count - one.count)
  return best && next && best.count >= fewest && best.count > next.count ? best.code : null
}
