export type Id = string
export type Gender = 'male' | 'female'
export type Presence = 'online' | 'today' | 'week' | null

export interface Picture {
  thumb_src: string
  src: string
  large_src: string
  thumbhash: string | null
}

export interface LockedPicture {
  locked: true
  src: string
}

export interface Card {
  id: Id
  name: string
  age: number
  gender: Gender
  country: string
  region: string | null
  region_name: string | null
  town: string | null
  fictional: boolean
  demonstration: boolean
  presence: Presence
  is_new: boolean
  main_image: Picture | null
}

export interface Profile extends Card {
  about: string | null
  interests: string[]
  sexuality: string | null
  relationship_status: string | null
  hair_colour: string | null
  eye_colour: string | null
  body_type: string | null
  tattoos: string | null
  photos: (Picture | LockedPicture)[]
  photo_count: number
  is_own: boolean
  blocked_by_me: boolean
  town_id?: number | null
  seeks?: Gender[]
  date_of_birth?: string
}

export interface User {
  id: Id
  email: string
  name: string
  status: 'not_confirmed' | 'active'
  language: string
  credits: number
  paid_user: boolean
  signup_date: string
  signup_seconds_ago: number
  notifications_disabled: string[]
}

export interface Settings {
  name: string
  domain: string
  domain_language: string
  locales: string[]
  countries: string[]
  default_country?: string
  min_age: number
  message_length: number
  message_credits: number
  photo_credits: number
  gift_credits: number
  signup_credits: number
  free_messages: number
  refund_days: number
  fictional_warning: boolean
  fictional_singular: string
  fictional_plural: string
  support_email: string
  enable_site_entry_popup: boolean
  geoip_country?: string | null
}

export interface Company {
  name: string
  address?: string
  city?: string
  country?: string
  kvk?: string
  vat_numbers?: string[]
  support_phone?: string
  added?: string
}

export interface Town {
  id: number
  name: string
  region: string | null
  region_name: string | null
  country: string
}

export interface SearchResults {
  profiles: Card[]
  count: { value: number; exact: boolean }
  next_cursor: string | null
}

export type LikedCard = Card & { liked_at: string; match: boolean }
export type LikedByCard = LikedCard & { like_new: boolean }

export interface Likes {
  profiles: LikedCard[]
  liked_by: LikedByCard[]
  total_new_likes: number
}

export interface Message {
  id: Id
  conversation_id: Id
  seq: number
  own: boolean
  kind: 'text'
  text: string
  sent_at: string
}

export interface Price {
  credits: number
  free_messages_left: number
  balance: number
}

export interface ChatSummary {
  conversation: { id: Id }
  profile: Card
  num_unread_messages: number
  last_message: Pick<Message, 'kind' | 'text' | 'own' | 'sent_at'> | null
  updated_at: string
}

export interface Chats {
  chats: ChatSummary[]
  total_unread_messages: number
}

export interface Chat {
  conversation: { id: Id } | null
  profile: Card
  messages: Message[]
  partner_read_seq: number
  own_read_seq: number
  last_seq: number
  has_older: boolean
  price: Price
}

export interface Money {
  value: string
  currency: string
}

export interface Package {
  id: string
  credits: number
  amount: Money
  amount_per_message: Money
  popular: boolean
}

export interface Packages {
  packages: Package[]
  methods: string[]
  refund_days: number
  balance: number | null
}

export type PaymentStatus = 'open' | 'pending' | 'completed' | 'failed' | 'cancelled' | 'expired'

export interface Payment {
  payment_id: Id
  status: PaymentStatus
  credits: number
  amount: Money
  method: string
  checkout_url: string | null
  created_at: string
  refund_days: number
}

export type TransactionKind = 'signup_gift' | 'purchase' | 'message' | 'refund' | 'reversal'

export interface Transaction {
  id: Id
  kind: TransactionKind
  credits: number
  balance_after: number
  at: string
  payment_id?: Id
  profile_id?: Id
}

export interface Transactions {
  transactions: Transaction[]
  next_cursor: string | null
}

export interface NotificationType {
  type: string
  email: boolean
  push: boolean
}

export interface LiveEvents {
  hello: { cursor: string }
  message: { message: Message; conversation: { id: Id }; profile_id: Id; total_unread_messages: number }
  read: { conversation_id: Id; profile_id: Id; partner_read_seq: number }
  unread: { conversation_id: Id; num_unread_messages: number; total_unread_messages: number }
  like: { profile_id: Id }
  match: { profile_id: Id }
  balance: { credits: number; paid_user: boolean }
  typing: { conversation_id: Id; profile_id: Id }
}
