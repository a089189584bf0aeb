import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useIntl } from 'react-intl'
import { Button } from '../../../../ui/Button.tsx'
import { useRootAttribute } from '../../../../ui/useRootAttribute.ts'
import { usePageBar } from '../../page-bar/pageBarContext.ts'
import { PrintOrderBar } from '../print-order/PrintOrderBar.tsx'
import { SelectionAnnouncer } from '../../photo-collection/selection/SelectionAnnouncer.tsx'
import { useSelection, useSelectionState } from '../../photo-collection/selection/SelectionContext.ts'
import { type SelectionToolbarProps, SelectionToolbar } from './SelectionToolbar.tsx'
import styles from './SelectionBar.module.css'

export interface SelectionBarProps extends SelectionToolbarProps {
  /** Ends the selection, and moves the focus elsewhere. */
  readonly onEnd: () => void
}

/**
 * The bar during a selection, in the place of the page's bar: the number of photos, Cancel, and the toolbar with the
 * actions. A selection for prints has a title, an explanation and the button to the editor instead of the toolbar.
 */
export function SelectionBar({ onEnd, ...toolbar }: SelectionBarProps) {
  const { formatMessage } = useIntl()
  const selection = useSelection()
  const { amount, purpose } = useSelectionState(selection)
  const { bar } = usePageBar()
  const cancel = useRef<HTMLButtonElement>(null)
  useRootAttribute('data-has-selection-bar', bar !== null)
  useLayoutEffect(() => {
    // If the focus is in the page's bar, which this bar has just covered, moves it to Cancel.
    if (bar?.contains(document.activeElement)) cancel.current?.focus()
  }, [bar])
  if (!bar) return null
  return createPortal(
    <div className={styles.bar}>
      <div className={styles.head}>
        <Button ref={cancel} variant="quiet" onPress={onEnd}>
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
