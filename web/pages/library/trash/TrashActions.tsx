import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '../../../ui/Button.tsx'
import { showToast } from '../../../ui/toasts.ts'
import styles from './TrashActions.module.css'
import { TrashDialog } from './TrashDialog.tsx'
import { useEmptyTrash, useTakeFromTrash } from './useTakeFromTrash.ts'

export interface TrashActionsProps {
  readonly libraryId: string
  /** The ids of the loaded photos. */
  readonly shown: readonly string[]
  readonly selected: readonly string[]
  readonly onSelect: (ids: ReadonlySet<string>) => void
}

/** The actions on the selected photos, and on the whole trash. Photos of a failed action stay selected. */
export function TrashActions({ libraryId, shown, selected, onSelect }: TrashActionsProps) {
  const { formatMessage } = useIntl()
  const takeFromTrash = useTakeFromTrash()
  const emptyTrash = useEmptyTrash(libraryId)
  const [isRestoring, setRestoring] = useState(false)
  const [opened, setOpened] = useState<'delete' | 'empty' | null>(null)
  const isAll = selected.length === shown.length
  const hasNone = selected.length === 0
  const restore = async () => {
    setRestoring(true)
    const { done, isComplete } = await takeFromTrash('restore', selected)
    setRestoring(false)
    if (done > 0) showToast({ kind: 'success', message: formatMessage({ id: 'trash.restored' }, { count: done }) })
    if (!isComplete) showToast({ kind: 'error', message: formatMessage({ id: 'trash.restoreFailed' }) })
  }
  const deleteForGood = async () => {
    const { done, isComplete } = await takeFromTrash('delete', selected)
    if (done > 0) showToast({ kind: 'success', message: formatMessage({ id: 'trash.deleted' }, { count: done }) })
    return isComplete
  }
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
          onChange={() => onSelect(new Set(isAll ? [] : shown))}
        />
        <FormattedMessage id="selection.all" />
      </label>
      <output className={styles.amount}>
        {!hasNone && <FormattedMessage id="selection.amount" values={{ amount: selected.length }} />}
      </output>
      <Button variant="quiet" isDisabled={isRestoring} className={styles.empty} onPress={() => setOpened('empty')}>
        <FormattedMessage id="trash.emptyAll" />
      </Button>
      <div className={styles.actions}>
        <Button variant="primary" isDisabled={hasNone} isPending={isRestoring} onPress={() => void restore()}>
          <FormattedMessage id="trash.restore" />
        </Button>
        <Button isDisabled={hasNone || isRestoring} onPress={() => setOpened('delete')}>
          <FormattedMessage id="trash.delete" />
        </Button>
      </div>
      {opened === 'delete' && (
        <TrashDialog
          title="trash.delete.title"
          text="trash.delete.text"
          submit="trash.delete"
          count={selected.length}
          onConfirm={deleteForGood}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'empty' && (
        <TrashDialog
          title="trash.emptyAll.title"
          text="trash.emptyAll.text"
          submit="trash.emptyAll"
          count={shown.length}
          onConfirm={empty}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}
