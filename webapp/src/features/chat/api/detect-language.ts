import { guessLanguage } from '@/features/chat/model/language'

/** The browser's own, where it has one (https://developer.mozilla.org/docs/Web/API/LanguageDetector). */
interface Detector {
  detect(text: string): Promise<readonly { detectedLanguage: string; confidence: number }[]>
}
interface DetectorMaker {
  availability(): Promise<string>
  create(): Promise<Detector>
}

export interface Detected {
  /** Null where nothing on this device tells it. */
  language: string | null
  /** The browser is sure enough, so that the service need not detect it again. */
  isSure: boolean
}

const enough = 0.7
/** Browsers say `no` of both Norwegian languages; the product has one of them. */
const norwegian = /^(no|nn)$/

/** One detector for a page. It is used only if it is on the device: nothing is downloaded for it. */
export function createLanguageDetector() {
  let making: Promise<Detector | null> | null = null
  async function make(): Promise<Detector | null> {
    const maker = (globalThis as { LanguageDetector?: DetectorMaker }).LanguageDetector
    return maker && (await maker.availability()) === 'available' ? maker.create() : null
  }

  return async function detect(text: string): Promise<Detected> {
    making ??= make().catch(() => null)
    const found = await (await making)?.detect(text).catch(() => [])
    const best = found?.[0]
    if (!best || best.confidence < enough || best.detectedLanguage === 'und')
      return { language: guessLanguage(text), isSure: false }
    const language = best.detectedLanguage.split('-')[0]!.replace(norwegian, 'nb')
    return { language, isSure: true }
  }
}
