import { address } from './client'

/** SWR keys are the addresses of the requests; features add their own beside their requests. */
export const keys = {
  user: address('user.php'),
  ownProfile: address('profile.php'),
  settings: address('settings.php'),
  company: address('companyinfo.php'),
  chats: address('chats.php'),
  likes: address('likes.php'),
}
