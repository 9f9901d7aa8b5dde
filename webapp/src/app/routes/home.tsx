import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router'
import { useSettings } from '@/api/use-settings'
import { Hero } from '@/features/home/components/hero'
import { heroOf } from '@/features/home/model/hero'
import { HowItWorks, PlainTruths } from '@/features/home/components/explanations'
import { LinkButton, Loading } from '@/ui'
import { paths } from '@/paths'
import { SignupLink } from '@/app/signup/signup-link'
import { useRecall } from '@/app/gates/use-recall'
import { VisitorsOnly } from '@/app/gates/visitors-only'

export default function HomeRoute() {
  const { t, i18n } = useTranslation()
  const { isCutOff, remembered } = useRecall()
  const { settings } = useSettings()
  if (isCutOff && remembered === undefined) return <Loading />
  if (isCutOff && remembered) return <Navigate to={paths.chats} replace />
  const site = settings ?? { free_messages: 3, message_credits: 2 }
  const words = heroOf(settings, i18n.language, t)
  return (
    <VisitorsOnly membersTo={paths.members}>
      <Hero
        words={words}
        niche={settings?.niche ?? 1}
        title={settings?.domain_language === i18n.language ? settings.index_title : null}
        actions={
          <>
            <SignupLink>{words.action}</SignupLink>
            <LinkButton kind="secondary" to={paths.login}>
              {t('hero_login')}
            </LinkButton>
          </>
        }
      />
      <HowItWorks site={site} words={words} />
      <PlainTruths site={site} pricing={paths.pricing} fictional={paths.page('faq')} />
    </VisitorsOnly>
  )
}
