import 'i18next'
import type account from '@/locales/en/account.json'
import type age from '@/locales/en/age.json'
import type calls from '@/locales/en/calls.json'
import type chat from '@/locales/en/chat.json'
import type common from '@/locales/en/common.json'
import type complaints from '@/locales/en/complaints.json'
import type credits from '@/locales/en/credits.json'
import type desk from '@/locales/en/desk.json'
import type errors from '@/locales/en/errors.json'
import type fictional from '@/locales/en/fictional.json'
import type gifts from '@/locales/en/gifts.json'
import type landing from '@/locales/en/landing.json'
import type likes from '@/locales/en/likes.json'
import type marketing from '@/locales/en/marketing.json'
import type members from '@/locales/en/members.json'
import type mydata from '@/locales/en/mydata.json'
import type photos from '@/locales/en/photos.json'
import type offer from '@/locales/en/offer.json'
import type push from '@/locales/en/push.json'
import type safety from '@/locales/en/safety.json'
import type security from '@/locales/en/security.json'
import type settings from '@/locales/en/settings.json'
import type signup from '@/locales/en/signup.json'
import type swipe from '@/locales/en/swipe.json'
import type spending from '@/locales/en/spending.json'
import type staff from '@/locales/en/staff.json'
import type support from '@/locales/en/support.json'
import type verification from '@/locales/en/verification.json'
import type words from '@/locales/en/words.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    keySeparator: false
    returnNull: false
    resources: {
      account: typeof account
      age: typeof age
      calls: typeof calls
      chat: typeof chat
      common: typeof common
      complaints: typeof complaints
      credits: typeof credits
      desk: typeof desk
      errors: typeof errors
      fictional: typeof fictional
      gifts: typeof gifts
      landing: typeof landing
      likes: typeof likes
      marketing: typeof marketing
      members: typeof members
      mydata: typeof mydata
      photos: typeof photos
      offer: typeof offer
      push: typeof push
      safety: typeof safety
      security: typeof security
      settings: typeof settings
      signup: typeof signup
      swipe: typeof swipe
      spending: typeof spending
      staff: typeof staff
      support: typeof support
      verification: typeof verification
      words: typeof words
    }
  }
}
