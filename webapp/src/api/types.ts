import type { components } from './schema'

/** Types of the API, from its OpenAPI document: `npm run types` makes schema.d.ts. */
type Schemas = components['schemas']

export type Id = string
export type Gender = Card['gender']

export type Picture = Schemas['Picture']
export type LockedPicture = Schemas['LockedImage']
export type OwnComplaint = Schemas['OwnComplaintOut']
export type OwnDecision = Schemas['OwnDecisionOut']
export type DeskComplaint = Schemas['DeskComplaintOut']
export type DeskMembers = Schemas['DeskMembersAnswer']
export type FoundMember = Schemas['FoundMemberOut']
export type WaitingDecision = Schemas['WaitingDecisionOut']
export type WaitingPhoto = Schemas['WaitingPhotoOut']
export type WaitingPhotos = Schemas['WaitingPhotosAnswer']
export type OwnPhoto = Schemas['OwnPhotoOut']
export type OwnPhotos = Schemas['OwnPhotosAnswer']
export type Card = Schemas['Card']
export type Profile = Schemas['ProfileOut']
/** The member's own profile, which has more than others see. */
export type OwnProfile = Schemas['OwnProfileOut']
export type ProfileChanges = Partial<Schemas['ChangeProfile']>
export type Interest = Schemas['Interest']

export type User = Schemas['User']
export type Settings = Schemas['PublicSettings']
export type ResellTile = Schemas['ResellTile']
export type Company = Schemas['Company']
export type Town = Schemas['TownOut']
export type Region = Schemas['RegionOut']

/** A card with the distance and the reasons of its score. */
export type FoundCard = Schemas['FoundCard']
/** As much of a member as visitors are shown. */
export type VisitorCard = Schemas['VisitorCard']
export type VisitorResults = Schemas['VisitorSearchAnswer']
export type SearchResults = Schemas['SearchAnswer']

export type LikedCard = Schemas['LikedCard']
export type LikedByCard = Schemas['LikedByCard']
export type Likes = Schemas['LikesAnswer']
export type LikesPage = Schemas['LikesPage']
export type AutoLike = Schemas['AutoLike'] | Schemas['NoAutoLike']
export type CandidateDeck = Schemas['HandAnswer']
export type Swiped = Schemas['SwipeAnswer']
export type Privacy = Schemas['PrivacyAnswer']

export type Message = Schemas['Message']
export type ChatPhoto = Schemas['ChatPhoto']
export type Gifts = Schemas['GiftsAnswer']
export type Icebreakers = Schemas['IcebreakersAnswer']
export type Price = Schemas['Price']
export type ChatSummary = Schemas['ListedChat']
export type Chats = Schemas['ChatsAnswer']
export type Chat = Schemas['ChatAnswer']
export type SentMessage = Schemas['SentAnswer']
export type LiveEvents = Schemas['LiveEvents']

export type DeviceSession = Schemas['SessionOut']
export type SecondFactor = Schemas['SecondFactorAnswer']
export type NewAuthenticator = Schemas['NewAuthenticatorAnswer']
export type Passkey = Schemas['PasskeyOut']

export type Money = Schemas['Money']
export type Package = Schemas['PackageOut']
export type Packages = Schemas['PackagesAnswer']
export type Payment = Schemas['PaymentOut']
export type SavedMethod = Schemas['SavedMethodOut']
export type DirectDebit = Schemas['DirectDebitOut']
export type DirectDebitForm = Schemas['DirectDebit']
export type Withdrawable = Schemas['WithdrawableOut']
export type Transaction = Schemas['TransactionOut']
export type Discount = Schemas['DiscountOut']
export type Spending = Schemas['SpendingOut']
export type Transactions = Schemas['TransactionsAnswer']

export type Notifications = Schemas['PreferencesAnswer']
export type MailSwitch = Schemas['MailSwitchAnswer']
export type NotificationType = Schemas['PreferenceOut']

export type ErrorBody = Schemas['Error']['error']
export type FieldError = NonNullable<ErrorBody['errors']>[number]
