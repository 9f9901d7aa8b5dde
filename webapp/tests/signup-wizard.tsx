import { useState } from 'react'
import { vi } from 'vitest'
import { emptyAnswers } from '@/features/signup/model/answers'
import { SignupWizard } from '@/features/signup/components/signup-wizard'

const site = {
  min_age: 18,
  country: 'NL',
  countries: ['NL', 'BE'],
  signup_credits: 6,
  free_messages: 3,
  message_length: 1000,
  signup_limits: {
    name_longest: 40,
    email_longest: 254,
    password_shortest: 8,
    password_longest: 128,
    oldest_years: 120,
  },
}
export const bo = '0b9f2f0e-6f43-4a39-9d1c-8f1f4f3a2b10'
export const utrecht = { id: 1, name: 'Utrecht', region: 'nl-ut', region_name: 'Utrecht', country: 'NL' }
export const onDone = vi.fn(async () => undefined)

/** What a browser has kept of somebody who reached the step of the address. */
export const upToAddress = {
  ...emptyAnswers('1', 'NL'),
  gender: 'female',
  unsaid: true,
  name: 'Ann',
  date_of_birth: '1994-03-02',
  town: utrecht,
}

export function Wizard({ target = null, from = 0 }: { target?: string | null; from?: number }) {
  const [step, setStep] = useState(from)
  return (
    <SignupWizard
      site={site}
      target={target}
      wished={step}
      goTo={setStep}
      onDone={onDone}
      loginPath="/login"
      termsPath="/terms"
      privacyPath="/privacy"
    />
  )
}
