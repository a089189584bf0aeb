import { useEffect, useState } from 'react'
import { useIntl } from 'react-intl'
import { useSession } from '../../../../app/sessionContext.ts'
import { Button } from '../../../../ui/Button.tsx'
import { useRootAttribute } from '../../../../ui/useRootAttribute.ts'
import { collectSelected } from '../../photo-collection/selection/collectSelected.ts'
import type { Selection } from '../../photo-collection/selection/Selection.ts'
import { useSelectionState } from '../../photo-collection/selection/SelectionContext.ts'
import { maxPhotosPerOrder } from './maxPhotosPerOrder.ts'
import styles from './PrintOrderBar.module.css'
import { usePrintOrder } from './usePrintOrder.ts'

/**
 * Says what to do during the selection for prints, and has the button that leads to the editor. It is part of the
 * selection's bar; on smaller screens it is at the bottom.
 */
export function PrintOrderBar({ selection }: { readonly selection: Selection }) {
  const { formatMessage } = useIntl()
  const session = useSession()
  const { amount } = useSelectionState(selection)
  const { order, isTransferring } = usePrintOrder()
  const isAnnouncing = useAnnouncing()
  useRootAttribute('data-has-bottom-bar')
  const isTooMany = amount > maxPhotosPerOrder
  const message = isTooMany
    ? formatMessage({ id: 'printOrder.tooMany' }, { most: maxPhotosPerOrder })
    : formatMessage({ id: 'printOrder.help' })
  return (
    <div data-empty={amount === 0} data-full={isTooMany} className={styles.bar}>
      <output className={styles.message}>{isAnnouncing && message}</output>
      <Button
        variant="primary"
        className={styles.next}
        isDisabled={amount === 0 || isTooMany}
        isPending={isTransferring}
        onPress={() => void order((signal) => collectSelected(session, selection, { signal }), amount)}
      >
        {isTransferring
          ? formatMessage({ id: 'printOrder.collecting' })
          : formatMessage({ id: 'printOrder.next' }, { amount })}
      </Button>
    </div>
  )
}

/**
 * True soon after the first render: screen readers announce only text that appears in an element which is already
 * there.
 */
function useAnnouncing(): boolean {
  const [isAnnouncing, setAnnouncing] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAnnouncing(true))
    return () => clearTimeout(timer)
  }, [])
  return isAnnouncing
}
