import { useIntl } from 'react-intl'
import { useSession } from '../../../../app/sessionContext.ts'
import { Button } from '../../../../ui/Button.tsx'
import { collectSelected } from '../../photo-collection/selection/collectSelected.ts'
import type { Selection } from '../../photo-collection/selection/Selection.ts'
import { useSelectionState } from '../../photo-collection/selection/SelectionContext.ts'
import { maxPhotosPerOrder } from './maxPhotosPerOrder.ts'
import styles from './PrintOrderBar.module.css'
import { usePrintOrder } from './usePrintOrder.ts'

/** The button that leads to the editor. It floats over the photos during the selection. */
export function PrintOrderBar({ selection }: { readonly selection: Selection }) {
  const { formatMessage } = useIntl()
  const session = useSession()
  const { amount } = useSelectionState(selection)
  const { order, isTransferring } = usePrintOrder()
  const isTooMany = amount > maxPhotosPerOrder
  return (
    <div data-dock="bar" className={styles.bar}>
      <output className={styles.limit}>
        {isTooMany && formatMessage({ id: 'printOrder.tooMany' }, { most: maxPhotosPerOrder })}
      </output>
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
