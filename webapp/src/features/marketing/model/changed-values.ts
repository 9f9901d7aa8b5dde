type Values = Record<string, unknown> | null

interface ChangedValue {
  name: string
  before: string
  after: string
}

const text = (value: unknown): string =>
  value === undefined || value === null || value === ''
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as string | number | boolean)

/** The values that a change replaced, in the order of their names; those that stayed are left out. */
export function changedValues(before: Values, after: Values): ChangedValue[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].toSorted()
  return names
    .map((name) => ({ name, before: text(before?.[name]), after: text(after?.[name]) }))
    .filter((value) => value.before !== value.after)
}
