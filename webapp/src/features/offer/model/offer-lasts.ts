/** Seconds after the sign-up in which the welcome discount holds. */
export const offerLasts = 14_400
