import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SmartLink, SmartLinks } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { countryName } from '@/i18n/country-name'
import { nameInItself } from '@/i18n/locales'
import { removeLink } from '@/features/marketing/api/links'
import { paths } from '@/paths'
import { Button, useToast } from '@/ui'
import { LinkForm } from './link-form'
import styles from './links.module.css'

type Target = SmartLink['targets'][number]

export function LinkCard({ link, choices }: { link: SmartLink; choices: SmartLinks }) {
  const { t } = useTranslation('marketing')
  const [isChanging, setChanging] = useState(false)
  const describe = useRules()
  return (
    <article className={styles.link} aria-label={link.name}>
      <h2>{link.name}</h2>
      <p>
        <code>{`${location.origin}/go/${link.name}?sub1=…`}</code>
      </p>
      <ul className={styles.targets}>
        {link.targets.map((target, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a target is its position: two may have the same page
          <li key={index}>
            <strong>{target.page}</strong> · {t('link_weight_of', { number: target.weight })}
            {describe(target).map((rule) => ` · ${rule}`)}
            {target.is_paused && ` · ${t('link_is_paused')}`}
            {!target.is_live && ` · ${t('link_dead')}`}
          </li>
        ))}
        <li>
          <strong>{link.fallback}</strong> · {link.has_fallback ? t('link_everybody') : t('link_fallback_dead')}
        </li>
      </ul>
      {link.network && <p className={styles.quiet}>{t('link_network_of', { name: link.network })}</p>}
      <Link to={`${paths.marketing('report')}?by=link,page`}>{t('link_report')}</Link>
      {isChanging ? (
        <LinkForm link={link} choices={choices} onDone={() => setChanging(false)} />
      ) : (
        <div className={styles.actions}>
          <Button kind="secondary" small onClick={() => setChanging(true)}>
            {t('link_change')}
          </Button>
          <RemoveLink link={link} />
        </div>
      )}
    </article>
  )
}

/** The rules of a target in words. */
function useRules() {
  const { t, i18n } = useTranslation('marketing')
  return (target: Target): string[] =>
    [
      target.countries.map((code) => countryName(code, i18n.language)).join(', '),
      target.devices.map((device) => t(`device_${device as 'phone' | 'tablet' | 'desktop'}`)).join(', '),
      target.languages.map((language) => nameInItself(language)).join(', '),
      target.first_hour === null ? '' : `${target.first_hour}:00–${target.until_hour}:00 UTC`,
    ].filter(Boolean)
}

/** Ends a link after a second press: its address is unknown from then on. */
function RemoveLink({ link }: { link: SmartLink }) {
  const { t } = useTranslation('marketing')
  const errorText = useErrorText()
  const showToast = useToast()
  const [isAsked, setAsked] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const remove = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      await removeLink(link)
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
      setBusy(false)
    }
  }
  if (!isAsked)
    return (
      <Button kind="quiet" small onClick={() => setAsked(true)}>
        {t('link_remove')}
      </Button>
    )
  return (
    <div className={styles.sure} role="group" aria-label={t('link_remove')}>
      <p>{t('link_remove_text')}</p>
      <div className={styles.actions}>
        <Button kind="danger" small busy={isBusy} onClick={() => void remove()}>
          {t('link_remove_sure', { name: link.name })}
        </Button>
        <Button kind="quiet" small onClick={() => setAsked(false)}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}
