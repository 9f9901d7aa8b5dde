/** Where the texts of the screens are; a list of its own, because it grows with every screen and language. */
export const screenTexts = import.meta.glob<Record<string, string>>(
  ['../locales/*/*.json', '!../locales/*/{mails,common,errors}.json'],
  { import: 'default' },
)
