import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useLocation } from 'react-router-dom'
import { useSession } from '../../../../app/sessionContext.ts'
import { useAppNavigate } from '../../../../shared/AppLink.tsx'
import { useLibraryEvents } from '../../../../shared/LibraryEvents.ts'
import { timelinePath } from '../../../../shared/paths.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import { showToast } from '../../../../ui/toasts.ts'
import styles from './DeleteAllDialog.module.css'
import { findAllProjects } from './findProjectsUsing.ts'
import { useDeleteAllPhotos } from './useDeleteAllPhotos.ts'
import { deletionsOf } from './Deletions.ts'
import { useProjectsWarning } from './useProjectsWarning.tsx'

export interface DeleteAllDialogProps {
  readonly onClose: () => void
}

/** Deletes the whole library after the user has typed a word to confirm it. */
export function DeleteAllDialog({ onClose }: DeleteAllDialogProps) {
  const { formatMessage } = useIntl()
  const field = useRef<HTMLInputElement>(null)
  const { config, environment } = useSession()
  const { trashDays: days } = config
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<'asking' | 'mismatch' | 'pending' | 'failed'>('asking')
  const deleteAll = useDeleteEverything(onClose, () => setState('failed'))
  const { warning, isMoving } = useProjectsWarning(null, () => findAllProjects(environment))
  const word = formatMessage({ id: 'deletion.all.word' })
  const isPending = state === 'pending'
  const submit = () => {
    if (typed === word) {
      setState('pending')
      void deleteAll()
    } else {
      setState('mismatch')
      field.current?.focus()
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isPending={isPending}
      role="alertdialog"
      title={formatMessage({ id: 'deletion.all.title' })}
      alert={state === 'failed' && formatMessage({ id: 'deletion.manyFailed' })}
      onSubmit={submit}
      footer={
        <>
          <Button isDisabled={isPending} onPress={onClose}>
            {formatMessage({ id: 'common.cancel' })}
          </Button>
          <Button type="submit" variant="danger" isPending={isPending || isMoving}>
            {formatMessage({ id: isPending ? 'deletion.all.pending' : 'deletion.all.submit' })}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <p>{formatMessage({ id: days > 0 ? 'deletion.all.trashText' : 'deletion.all.text' }, { days })}</p>
        {warning}
        <TextField
          ref={field}
          data-initial-focus
          label={<FormattedMessage id="deletion.all.label" values={{ word: <strong>{word}</strong> }} />}
          value={typed}
          readOnly={isPending}
          error={state === 'mismatch' ? formatMessage({ id: 'deletion.all.mismatch' }, { word }) : null}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}

/** Focuses the content when the dialog has closed, because the button that opened it may have been removed. */
function focusContentSoon(frames = 60): void {
  if (frames === 0) return
  if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  else requestAnimationFrame(() => focusContentSoon(frames - 1))
}

/** Deletes all photos, then goes to the top of the timeline and refreshes everything. */
function useDeleteEverything(onClose: () => void, onFailed: () => void): () => Promise<void> {
  const { formatMessage } = useIntl()
  const { pathname } = useLocation()
  const navigate = useAppNavigate()
  const events = useLibraryEvents()
  const session = useSession()
  const { trashDays: days } = session.config
  const deletions = deletionsOf(session)
  const deleteAllPhotos = useDeleteAllPhotos()
  return async () => {
    // Pending deletions end first: their toasts must not offer Undo for photos that no longer exist.
    await deletions.finish()
    const result = await deleteAllPhotos()
    if (result === 'failed') return onFailed()
    onClose()
    // The router stores the scroll position of the page that is left, and may restore it after this navigation. So the
    // page scrolls to the top first.
    scrollTo({ top: 0 })
    navigate(timelinePath, { replace: pathname === timelinePath })
    focusContentSoon()
    events.announce()
    const done = days > 0 ? 'deletion.all.trashed' : 'deletion.all.done'
    showToast({
      kind: result === 'deleted' ? 'success' : 'info',
      message: formatMessage({ id: result === 'deleted' ? done : 'deletion.all.going' }, { days }),
    })
  }
}
