/** Raised on the window when the app shows another screen than the one it began with. */
export const screenChanged = 'pairwise:screen-changed'
