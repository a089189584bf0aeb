import { useEffect, useEffectEvent } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../../ui/Button.tsx'
import { SelectionAnnouncer } from './SelectionAnnouncer.tsx'
import { useSelection, useSelectionState } from './SelectionContext.ts'
import { SelectionToolbar } from './SelectionToolbar.tsx'
import type { SelectionToolbarProps } from './SelectionToolbar.tsx'
import styles from './SelectionBar.module.css'

export interface SelectionBarProps extends SelectionToolbarProps {
  /** Selects all photos of the view. */
  readonly onSelectAll: () => void
  /** Selecting has ended from here: focus has to go somewhere. */
  readonly onEnd: () => void
}

/**
 * What is there while photos are selected: how many, the way out, and what can be done with them. Photos for prints have
 * their own way on, and no toolbar.
 */
export function SelectionBar({ onSelectAll, onEnd, ...toolbar }: SelectionBarProps) {
  const { formatMessage } = useIntl()
  const selection = useSelection()
  const { amount, purpose } = useSelectionState(selection)
  const end = () => {
    selection.stop()
    onEnd()
  }
  useKeys({ onEscape: end, onSelectAll })
  return (
    <div className={styles.bar} data-top-bar="">
      <div className={styles.head}>
        <Button variant="quiet" onPress={end}>
          {formatMessage({ id: 'common.cancel' })}
        </Button>
        <span className={styles.amount}>{formatMessage({ id: 'selection.amount' }, { amount })}</span>
        <SelectionAnnouncer amount={amount} />
      </div>
      {purpose === 'actions' && <SelectionToolbar {...toolbar} />}
    </div>
  )
}

/** Escape and Ctrl or Cmd with A, wherever focus is, but for dialogs and fields, which have a meaning of their own for them. */
function useKeys({ onEscape, onSelectAll }: { readonly onEscape: () => void; readonly onSelectAll: () => void }): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isElsewhere =
      event.target instanceof Element &&
      event.target.closest(
        '[role=dialog], [role=alertdialog], input:not([type=checkbox]), textarea, [role=menu], [role=listbox]',
      ) !== null
    if (event.defaultPrevented || isElsewhere) return
    if (event.key === 'Escape') onEscape()
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) onSelectAll()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
