import { useTranslation } from 'react-i18next'
import type { Message } from '@/api/types'
import { Button, Checkbox, FieldGroup } from '@/ui'
import styles from './complaints.module.css'

interface Props {
  /** The partner's name, or its substitute. */
  name: string
  messages: Message[]
  older: { has: boolean; busy: boolean; load: () => void }
  proof: string[]
  onProof: (proof: string[]) => void
}

const most = 20

/** The messages of a chat, to choose the evidence from. */
export function ProofField({ name, messages, older, proof, onProof }: Props) {
  const { t } = useTranslation(['complaints', 'gifts', 'chat'])
  const wordsOf = ({ gift, kind, text, retracted }: Message) =>
    [
      retracted && t('chat:taken_back'),
      gift && `${t('gifts:open')}: ${t(`gifts:name_${gift}`)}.`,
      kind === 'photo' && !retracted && `${t('chat:photo_word')}.`,
      kind === 'voice' && !retracted && `${t('chat:voice_word')}.`,
      text,
    ]
      .filter(Boolean)
      .join(' ')
  return (
    <FieldGroup label={t('complaints:proof')} hint={t('complaints:proof_hint')}>
      <div className={styles.messages}>
        {older.has && (
          <Button kind="quiet" small busy={older.busy} onClick={older.load}>
            {t('chat:older_action')}
          </Button>
        )}
        {messages.map((message) => {
          const isChosen = proof.includes(message.id)
          return (
            <Checkbox
              key={message.id}
              label={
                <span className={styles.message}>
                  <strong>{message.own ? t('complaints:you') : name}</strong> {wordsOf(message)}
                </span>
              }
              checked={isChosen}
              disabled={!isChosen && proof.length >= most}
              onChange={() =>
                onProof(isChosen ? proof.filter((other) => other !== message.id) : [...proof, message.id])
              }
            />
          )
        })}
      </div>
    </FieldGroup>
  )
}
