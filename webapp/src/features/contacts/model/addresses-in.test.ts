import { expect, test } from 'vitest'
import { addressesIn } from './addresses-in'

test.each([
  ['lines', 'ann@example.org\nBo <bo@example.org>\r\n\n not one', ['ann@example.org', 'bo@example.org']],
  ['CSV', 'Name,E-mail\n"Jansen, Ann","ann@example.org";bo@example.org', ['ann@example.org', 'bo@example.org']],
  [
    'vCards',
    'BEGIN:VCARD\r\nVERSION:3.0\r\nEMAIL;TYPE=home:ann.a.very.long.name@exam\r\n ple.org\r\nTEL:+31612345678\r\nEND:VCARD',
    ['ann.a.very.long.name@example.org'],
  ],
  ['spellings', 'ANN@example.org ann@example.org jörg@bücher.example', ['ann@example.org', 'jörg@bücher.example']],
  ['numbers', '+31 6 12345678; @nick; ann@localhost', []],
])('%s', (_, text, found) => {
  expect(addressesIn(text)).toEqual(found)
})
