import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useIntl } from 'react-intl'
import { Button } from '../../../../ui/Button.tsx'
import { usePageBar } from '../../page-bar/pageBarContext.ts'
import { PrintOrderBar } from '../print-order/PrintOrderBar.tsx'
import { SelectionAnnouncer } from '../../photo-collection/selection/SelectionAnnouncer.tsx'
import { useSelection, useSelectionState } from '../../photo-collection/selection/SelectionContext.ts'
import { type SelectionToolbarProps, SelectionToolbar } from './SelectionToolbar.tsx'
import { useSelectionKeys } from '../../photo-collection/selection/useSelectionKeys.ts'
import styles from './SelectionBar.module.css'

export interface SelectionBarProps extends SelectionToolbarProps {
  /** Selects all photos of the view. */
  readonly onSelectAll: () => void
  /** Called when the user has ended the selection in this bar: the focus must move elsewhere. */
  readonly onEnd: () => void
}

/**
 * The bar during a selection, in the place of the page's bar: the number of photos, Cancel, and the toolbar with the
 * actions. A selection for prints has a title, an explanation and the button to the editor instead of the toolbar.
 */
export function SelectionBar({ onSelectAll, onEnd, ...toolbar }: SelectionBarProps) {
  const { formatMessage } = useIntl()
  const selection = useSelection()
  const { amount, purpose } = useSelectionState(selection)
  const end = () => {
    selection.stop()
    onEnd()
  }
  useSelectionKeys((event) => {
    const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)
    if (event.key === 'Escape') end()
    else if (isAll) onSelectAll()
    return event.key === 'Escape' || isAll
  })
  const { bar } = usePageBar()
  const cancel = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    // If the focus is in the page's bar, which this bar has just covered, moves it to Cancel.
    if (bar?.contains(document.activeElement)) cancel.current?.focus()
  }, [bar])
  if (!bar) return null
  return createPortal(
    <div className={styles.bar} data-top-bar="">
      <div className={styles.head}>
        <Button ref={cancel} variant="quiet" onPress={end}>
          {formatMessage({ id: 'common.cancel' })}
        </Button>
        <div className={styles.state}>
          {purpose === 'prints' && <h2 className={styles.title}>{formatMessage({ id: 'printOrder.start' })}</h2>}
          <span className={styles.amount}>{formatMessage({ id: 'selection.amount' }, { amount })}</span>
        </div>
        <SelectionAnnouncer amount={amount} />
      </div>
      {purpose === 'actions' && <SelectionToolbar {...toolbar} />}
      {purpose === 'prints' && <PrintOrderBar selection={selection} />}
    </div>,
    bar,
  )
}
