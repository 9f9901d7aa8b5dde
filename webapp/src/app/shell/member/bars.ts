/** Contents of a member's bars: one chunk, which a visitor does not load. */
export { AccountMenu } from './account-menu'
export { BottomBar } from './bottom-bar'
export { MemberLinks } from './member-links'
