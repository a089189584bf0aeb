import type { IntlShape } from 'react-intl'

/** One photo from its own view, or those that were selected. */
export type DeletionKind = 'one' | 'many'

/** File names that a message lists before it counts. */
const mostNames = 3

/** What failed and why, by name as far as names are known. */
export function failureTexts(
  intl: IntlShape,
  failure: {
    readonly kind: DeletionKind
    readonly amount: number
    readonly names: readonly string[]
    readonly isRefused: boolean
  },
): { readonly message: string; readonly details: readonly string[] } {
  const reasons = [
    failure.isRefused ? intl.formatMessage({ id: 'deletion.refused' }) : null,
    intl.formatMessage({ id: 'deletion.retriesExceeded' }),
  ]
  return {
    message: intl.formatMessage({ id: failure.kind === 'one' ? 'deletion.oneFailed' : 'deletion.manyFailed' }),
    details: [reasons.filter((reason) => reason !== null).join(' '), namesText(intl, failure.names, failure.amount)],
  }
}

function namesText(intl: IntlShape, names: readonly string[], amount: number): string {
  const listed = names.slice(0, mostNames)
  if (listed.length === 0) return intl.formatMessage({ id: 'timeline.photosCount' }, { count: amount })
  const list = intl.formatList(listed, { type: 'unit' })
  const others = amount - listed.length
  return others === 0 ? list : intl.formatMessage({ id: 'deletion.names' }, { names: list, others })
}
