import { expect, test } from 'vitest'
import { guessLanguage, otherScript } from './language'

test.each([
  ['en', 'What are you doing on Saturday, and how is the weather?'],
  ['nl', 'Wat doe je op zondag, en hoe is het met je?'],
  ['de', 'Ich habe das nicht gewusst, und was ist mit dir?'],
  ['fr', 'Je ne suis pas là, et toi, tu viens avec nous ?'],
  ['es', '¿Qué tal? Yo no tengo tiempo, y tú también trabajas'],
  ['it', 'Ciao, io non sono di Roma, e tu come stai?'],
  ['pl', 'Cześć, jak się masz? To nie jest daleko'],
  ['da', 'Hvad laver du? Jeg kan også være hjemme hos dig'],
  ['nb', 'Hva gjør du? Jeg kan også være hjemme hos deg'],
  ['sv', 'Vad gör du? Jag är inte hemma och du har tid'],
  ['fi', 'Hei, mitä kuuluu? Minä olen kotona ja se on hyvä että olet'],
  [otherScript, 'Привет, как дела?'],
  [otherScript, 'مرحبا'],
  [null, 'Haha'],
  [null, '👍👍'],
  [null, '2026'],
])('a text in %s is told by its words', (language, text) => {
  expect(guessLanguage(text)).toBe(language)
})
