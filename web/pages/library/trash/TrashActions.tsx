import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '../../../ui/Button.tsx'
import { showToast } from '../../../ui/toasts.ts'
import styles from './TrashActions.module.css'
import { TrashDialog } from './TrashDialog.tsx'
import { type LoadedTrash, type TrashSelection, amountOf, noneSelected, selectAll } from './trashSelection.ts'
import { useSelectedActions } from './useSelectedActions.ts'
import { useEmptyTrash } from './useTakeFromTrash.ts'

export interface TrashActionsProps {
  readonly libraryId: string
  readonly trash: LoadedTrash
  readonly selection: TrashSelection
  readonly onSelect: (selection: TrashSelection) => void
  /** Called after the photos of an action have left the trash. */
  readonly onTaken: (ids: readonly string[]) => void
}

/** The actions on the selected photos, and on the whole trash. Photos of a failed action stay selected. */
export function TrashActions({ libraryId, trash, selection, onSelect, onTaken }: TrashActionsProps) {
  const { formatMessage } = useIntl()
  const emptyTrash = useEmptyTrash(libraryId)
  const [isEmptying, setEmptying] = useState(false)
  const { pending, restore, askToDelete, toDelete, deleteForGood, closeQuestion } = useSelectedActions(
    selection,
    onTaken,
  )
  const amount = amountOf(selection, trash)
  const isAll = amount === trash.total
  const hasNone = amount === 0
  const empty = async () => {
    const isEmpty = await emptyTrash()
    if (isEmpty) showToast({ kind: 'success', message: formatMessage({ id: 'trash.empty' }) })
    return isEmpty
  }
  return (
    <div className={styles.bar}>
      <label className={styles.all}>
        <input
          type="checkbox"
          className={styles.checkbox}
          checked={isAll}
          ref={(checkbox) => {
            if (checkbox) checkbox.indeterminate = !hasNone && !isAll
          }}
          onChange={() => onSelect(isAll ? noneSelected : selectAll(trash))}
        />
        <FormattedMessage id="selection.all" />
      </label>
      <output className={styles.amount}>
        {!hasNone && <FormattedMessage id="selection.amount" values={{ amount }} />}
      </output>
      <Button variant="quiet" isDisabled={pending !== null} className={styles.empty} onPress={() => setEmptying(true)}>
        <FormattedMessage id="trash.emptyAll" />
      </Button>
      <div className={styles.actions}>
        <Button
          variant="primary"
          isDisabled={hasNone || pending === 'delete'}
          isPending={pending === 'restore'}
          onPress={() => void restore()}
        >
          <FormattedMessage id="trash.restore" />
        </Button>
        <Button
          isDisabled={hasNone || pending === 'restore'}
          isPending={pending === 'delete'}
          onPress={() => void askToDelete()}
        >
          <FormattedMessage id="trash.delete" />
        </Button>
      </div>
      {toDelete && (
        <TrashDialog
          title="trash.delete.title"
          text="trash.delete.text"
          submit="trash.delete"
          count={toDelete.length}
          onConfirm={() => deleteForGood(toDelete)}
          onClose={closeQuestion}
        />
      )}
      {isEmptying && (
        <TrashDialog
          title="trash.emptyAll.title"
          text="trash.emptyAll.text"
          submit="trash.emptyAll"
          count={trash.shown.length}
          onConfirm={empty}
          onClose={() => setEmptying(false)}
        />
      )}
    </div>
  )
}
