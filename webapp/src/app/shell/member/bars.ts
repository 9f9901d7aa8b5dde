/** What the bars of a member hold: one chunk, which a visitor does not load. */
export { AccountMenu } from './account-menu'
export { BottomBar } from './bottom-bar'
export { MemberLinks } from './member-links'
