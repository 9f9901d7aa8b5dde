import {
  AtSign,
  BadgeCheck,
  Bell,
  Download,
  Eye,
  FileCheck,
  Globe,
  LockKeyhole,
  MessageCircle,
  MonitorSmartphone,
  ShieldBan,
  ShieldCheck,
  ShieldPlus,
  Trash2,
  UserPlus,
  UserRound,
  UserRoundCog,
  Wallet,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '@/api/use-settings'
import { SettingsLinks, type SettingsLink } from '@/features/settings/components/settings-links'
import styles from '@/features/settings/components/settings.module.css'
import { paths } from '@/paths'

const size = 22

/** Every matter a member can settle, one a row. A new one is a line here and a line in routes.tsx. */
function useGroups(): { title: string; links: SettingsLink[] }[] {
  const { t } = useTranslation('settings')
  const { settings } = useSettings()
  return [
    {
      title: t('group_you'),
      links: [
        { to: paths.profile, icon: <UserRound size={size} />, title: t('profile'), text: t('profile_text') },
        ...(settings?.verification
          ? [
              {
                to: paths.setting('verification'),
                icon: <BadgeCheck size={size} />,
                title: t('verification'),
                text: t('verification_text'),
              },
            ]
          : []),
        {
          to: paths.setting('account'),
          icon: <UserRoundCog size={size} />,
          title: t('account'),
          text: t('account_text'),
        },
        {
          to: paths.notifications,
          icon: <Bell size={size} />,
          title: t('notifications'),
          text: t('notifications_text'),
        },
        { to: paths.setting('chat'), icon: <MessageCircle size={size} />, title: t('chat'), text: t('chat_text') },
        { to: paths.setting('spending'), icon: <Wallet size={size} />, title: t('spending'), text: t('spending_text') },
        {
          to: paths.setting('invitations'),
          icon: <UserPlus size={size} />,
          title: t('invitations'),
          text: t('invitations_text'),
        },
        { to: paths.setting('language'), icon: <Globe size={size} />, title: t('language'), text: t('language_text') },
      ],
    },
    {
      title: t('group_safety'),
      links: [
        { to: paths.safety, icon: <ShieldPlus size={size} />, title: t('safety'), text: t('safety_text') },
        { to: paths.setting('email'), icon: <AtSign size={size} />, title: t('email'), text: t('email_text') },
        {
          to: paths.setting('password'),
          icon: <LockKeyhole size={size} />,
          title: t('password'),
          text: t('password_text'),
        },
        {
          to: paths.setting('security'),
          icon: <ShieldCheck size={size} />,
          title: t('security'),
          text: t('security_text'),
        },
        {
          to: paths.setting('devices'),
          icon: <MonitorSmartphone size={size} />,
          title: t('devices'),
          text: t('devices_text'),
        },
      ],
    },
    {
      title: t('group_privacy'),
      links: [
        { to: paths.setting('privacy'), icon: <Eye size={size} />, title: t('privacy'), text: t('privacy_text') },
        { to: paths.setting('blocked'), icon: <ShieldBan size={size} />, title: t('blocked'), text: t('blocked_text') },
        {
          to: paths.setting('consents'),
          icon: <FileCheck size={size} />,
          title: t('consents'),
          text: t('consents_text'),
        },
        { to: paths.setting('data'), icon: <Download size={size} />, title: t('export'), text: t('export_text') },
      ],
    },
    {
      title: t('group_end'),
      links: [
        {
          to: paths.setting('delete'),
          icon: <Trash2 size={size} />,
          title: t('delete'),
          text: t('delete_text'),
          danger: true,
        },
      ],
    },
  ]
}

/** The groups of matters; beside a screen of the settings, the current one is marked. */
export function SettingsGroups() {
  return useGroups().map(({ title, links }) => (
    <section key={title} className={styles.group}>
      <h2>{title}</h2>
      <SettingsLinks links={links} />
    </section>
  ))
}
