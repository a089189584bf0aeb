import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { VisuallyHidden } from '../../../../ui/VisuallyHidden.tsx'

/**
 * How long (ms) the number must stay the same before it is announced: the number keeps changing while a finger selects
 * photos.
 */
const quietMilliseconds = 500

/** Announces the number of selected photos to screen readers. */
export function SelectionAnnouncer({ amount }: { readonly amount: number }) {
  const { formatMessage } = useIntl()
  const [settled, setSettled] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(amount), quietMilliseconds)
    return () => clearTimeout(timer)
  }, [amount])
  return (
    <output>
      {settled !== null && (
        <VisuallyHidden>{formatMessage({ id: 'selection.amount' }, { amount: settled })}</VisuallyHidden>
      )}
    </output>
  )
}
