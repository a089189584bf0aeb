import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useRelayEnvironment } from 'react-relay/hooks'
import { showToast } from '../../../ui/toasts.ts'
import { collectTrash } from './collectTrash.ts'
import type { TrashSelection } from './trashSelection.ts'
import { useTakeFromTrash } from './useTakeFromTrash.ts'

/**
 * The actions on the selected photos of the trash. `toDelete`: the photos that the customer is asked about.
 * @param onTaken called after the photos of an action have left the trash
 */
export function useSelectedActions(selection: TrashSelection, onTaken: (ids: readonly string[]) => void) {
  const { formatMessage } = useIntl()
  const environment = useRelayEnvironment()
  const takeFromTrash = useTakeFromTrash()
  const [pending, setPending] = useState<'restore' | 'delete' | null>(null)
  const [toDelete, setToDelete] = useState<readonly string[] | null>(null)
  const collect = () => collectTrash(environment, selection).catch(() => null)
  const restore = async () => {
    setPending('restore')
    const ids = await collect()
    const { done, isComplete } = ids ? await takeFromTrash('restore', ids) : { done: 0, isComplete: false }
    setPending(null)
    if (ids && isComplete) onTaken(ids)
    if (done > 0) showToast({ kind: 'success', message: formatMessage({ id: 'trash.restored' }, { count: done }) })
    if (!isComplete) showToast({ kind: 'error', message: formatMessage({ id: 'trash.restoreFailed' }) })
  }
  // Finds the photos before asking, so that the question names exactly the number of photos that are deleted.
  const askToDelete = async () => {
    setPending('delete')
    const ids = await collect()
    setPending(null)
    if (!ids) showToast({ kind: 'error', message: formatMessage({ id: 'trash.deleteFailed' }) })
    else if (ids.length > 0) setToDelete(ids)
  }
  const deleteForGood = async (ids: readonly string[]) => {
    const { done, isComplete } = await takeFromTrash('delete', ids)
    if (isComplete) onTaken(ids)
    if (done > 0) showToast({ kind: 'success', message: formatMessage({ id: 'trash.deleted' }, { count: done }) })
    return isComplete
  }
  return { pending, restore, askToDelete, toDelete, deleteForGood, closeQuestion: () => setToDelete(null) }
}
