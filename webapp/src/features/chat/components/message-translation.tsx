import { Languages } from 'lucide-react'
import { useContext, useEffect, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import type { Id, Translation } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { createLanguageDetector, type Detected } from '@/features/chat/api/detect-language'
import { createTranslationQueue } from '@/features/chat/api/translate-message'
import { languageName } from '@/i18n/language-name'
import { useSingleton } from '@/singletons'
import styles from './message-translation.module.css'
import { TranslatingContext, type Translating } from './use-translating'

interface Props {
  messageId: Id
  text: string
  /** Called with the language of the message, once it is known to be another one than the reader's. */
  onLanguage: (language: string) => void
}

/** The translation of a received message below its words, or the button that asks for it. */
export default function MessageTranslation(props: Props) {
  const translating = useContext(TranslatingContext)
  return translating && <Offer translating={translating} {...props} />
}

type Outcome = { translation: Translation } | { error: unknown }

function Offer({ messageId, text, onLanguage, translating }: Props & { translating: Translating }) {
  const { t, i18n } = useTranslation('chat')
  const { language } = i18n
  const detect = useSingleton(createLanguageDetector)
  const translate = useSingleton(createTranslationQueue)
  const place = useRef<HTMLDivElement>(null)
  const [detected, setDetected] = useState<Detected | null>(null)
  // In this component alone: it goes when the message goes, is taken back, or the chat is closed.
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isHidden, setHidden] = useState(false)

  useEffect(() => {
    let isCurrent = true
    void detect(text).then((found) => isCurrent && setDetected(found))
    return () => void (isCurrent = false)
  }, [detect, text])
  const isForeign = detected !== null && detected.language !== null && detected.language !== language
  const isAsked = translating.isAsked(messageId)
  const isSeen = useSeen(place, translating.isAlways)
  const isWanted = detected !== null && (isAsked || (isSeen && (isForeign || detected.language === null)))

  const source = detected?.isSure ? detected.language : null
  const isMissing = isWanted && outcome === null
  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    const settle = (next: Outcome) => isCurrent && setOutcome(next)
    translate(messageId, language, source).then(
      (translation) => settle({ translation }),
      (error: unknown) => settle({ error }),
    )
    return () => void (isCurrent = false)
  }, [isMissing, translate, messageId, language, source])

  const original = (outcome && 'translation' in outcome && outcome.translation.language) || detected?.language
  useEffect(() => {
    if (original && original !== language) onLanguage(original)
  }, [original, language, onLanguage])

  const show = () => {
    setHidden(false)
    translating.ask(messageId)
  }
  return (
    <div ref={place} className={styles.translation} aria-live={isAsked ? 'polite' : 'off'}>
      {isWanted && !isHidden ? (
        <Shown
          text={text}
          outcome={outcome}
          service={translating.translator.service}
          isAsked={isAsked}
          onHide={() => setHidden(true)}
          onRetry={() => setOutcome(null)}
        />
      ) : (
        (isForeign || isHidden) && (
          <button type="button" className={styles.act} onClick={show}>
            {t('translate')}
          </button>
        )
      )}
    </div>
  )
}

interface ShownProps {
  /** Of the original. */
  text: string
  /** Null until there is one. */
  outcome: Outcome | null
  service: string
  isAsked: boolean
  onHide: () => void
  onRetry: () => void
}

function Shown({ text, outcome, service, isAsked, onHide, onRetry }: ShownProps) {
  const { t, i18n } = useTranslation(['chat', 'common'])
  const { language } = i18n
  const errorText = useErrorText()
  if (outcome === null) return <p className={styles.facts}>{t('chat:translate_waiting')}</p>
  if ('error' in outcome) {
    const isDown = ['translator_unavailable', 'unavailable'].some((code) => isApiError(outcome.error, code))
    return (
      <p className={styles.facts}>
        {isDown ? t('chat:translate_failed') : errorText(outcome.error)}
        <button type="button" className={styles.act} onClick={onRetry}>
          {t('common:retry')}
        </button>
      </p>
    )
  }
  const { translation } = outcome
  if (translation.language === language || translation.text === text) {
    const same = t('chat:translate_same', { language: languageName(language, language) })
    return isAsked && <p className={styles.facts}>{same}</p>
  }
  return (
    <>
      <p lang={language} dir="auto" className={styles.words}>
        {translation.text}
      </p>
      <p className={styles.facts}>
        <Languages size={14} aria-hidden="true" />
        {t('chat:translate_by', { service })}
        <button type="button" className={styles.act} onClick={onHide}>
          {t('chat:translate_hide')}
        </button>
      </p>
    </>
  )
}

/** Whether the place has come into view since this is wanted. */
function useSeen(place: RefObject<HTMLElement | null>, isWanted: boolean): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!isWanted || !place.current) return
    const watch = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && setSeen(true))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [place, isWanted])
  return isWanted && isSeen
}
