/** The screens, by the names of their modules in `src/app/routes`, that the server draws. Its build has no others.
 * An unknown path of one word looks like an invite, whose screen draws the one for unknown paths. */
export const drawnScreens = [
  ...(['home', 'login', 'signup', 'pricing', 'languages', 'legal', 'invite', 'not-found'] as const),
  // For the member who asks.
  ...(['members', 'member', 'likes', 'swipe-game', 'chats', 'credits', 'notifications'] as const),
] as const

export type DrawnScreen = (typeof drawnScreens)[number]
