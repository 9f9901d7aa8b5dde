import { useErrorText } from '@/api/use-error-text'
import { useToast } from '@/ui'
import { useChangeResults } from '@/features/chat/api/change-queue'

/** Says why a reaction was refused, or taking a message back. */
export function useRefusedChanges(): void {
  const showToast = useToast()
  const errorText = useErrorText()
  useChangeResults({
    onDone: () => undefined,
    onRefused: (_, error) => showToast({ text: errorText(error), kind: 'danger' }),
  })
}
