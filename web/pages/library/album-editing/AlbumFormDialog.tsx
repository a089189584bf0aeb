import { useState } from 'react'
import { useIntl } from 'react-intl'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { type AlbumFailure, albumFailureMessage } from './albumFailure.ts'
import { AlbumNameField } from './AlbumNameField.tsx'
import { useAlbumName } from './useAlbumName.ts'

export interface AlbumFormDialogProps {
  readonly title: string
  /** The text of the save button. */
  readonly submit: string
  readonly initialName?: string
  /** Saves and closes the dialog, or resolves with the failure. */
  readonly save: (name: string) => Promise<AlbumFailure | null>
  readonly onClose: () => void
}

/** Asks for the name of an album. After a failure the dialog stays open and shows an alert. */
export function AlbumFormDialog({ title, submit, initialName = '', save, onClose }: AlbumFormDialogProps) {
  const { formatMessage } = useIntl()
  const name = useAlbumName(initialName)
  const [state, setState] = useState<'asking' | 'pending' | Exclude<AlbumFailure['kind'], 'invalid'>>('asking')
  const isPending = state === 'pending'
  const hasFailed = state !== 'asking' && !isPending
  const send = async () => {
    setState('asking')
    if (!name.check()) return
    setState('pending')
    const failure = await save(name.value)
    if (failure?.kind !== 'invalid') return setState(failure?.kind ?? 'pending')
    setState('asking')
    name.refuse(failure.problem)
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isPending={isPending}
      size="small"
      title={title}
      alert={hasFailed && formatMessage({ id: albumFailureMessage(state) })}
      onSubmit={() => void send()}
      footer={
        <>
          <Button isDisabled={isPending} onPress={onClose}>
            {formatMessage({ id: 'common.cancel' })}
          </Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {submit}
          </Button>
        </>
      }
    >
      <AlbumNameField name={name} isPending={isPending} />
    </Dialog>
  )
}
