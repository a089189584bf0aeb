import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { VisuallyHidden } from '../../../../ui/VisuallyHidden.tsx'

/** While the number still changes, as under a finger that draws over photos, nothing is said. */
const quietMilliseconds = 500

/** Says how many photos are selected, once the number has settled. */
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
