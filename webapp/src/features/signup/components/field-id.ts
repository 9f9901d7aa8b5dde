import type { FieldName } from '@/features/signup/model/check-answers'

export function fieldId(field: FieldName): string {
  return `signup-${field}`
}
