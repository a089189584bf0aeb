import { FormattedMessage } from 'react-intl'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { useDownloadPhoto } from './useDownloadPhoto.ts'

export interface DownloadDialogProps {
  /** Determines the photo's id when the user confirms. */
  readonly findPhotoId: () => Promise<string | undefined>
  readonly onClose: () => void
}

/** Downloads one photo: asks for confirmation, fetches the link, and reports success or failure. */
export function DownloadDialog({ findPhotoId, onClose }: DownloadDialogProps) {
  const [state, download] = useDownloadPhoto()
  const isPending = state.kind === 'pending'
  const close = (
    <Button variant={state.kind === 'success' ? 'primary' : 'secondary'} onPress={onClose}>
      <FormattedMessage id={state.kind === 'success' ? 'common.close' : 'common.cancel'} />
    </Button>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title={<FormattedMessage id="download.title" values={{ count: 1 }} />}
      alert={state.kind === 'failure' && <FormattedMessage id="download.oneFailed" />}
      onSubmit={() => void download(findPhotoId)}
      footer={
        <>
          {close}
          {state.kind !== 'success' && (
            <Button type="submit" variant="primary" data-initial-focus isPending={isPending}>
              <FormattedMessage id="preview.download" />
            </Button>
          )}
        </>
      }
    >
      <p aria-live="polite">
        {state.kind === 'success' ? (
          <FormattedMessage id="download.success" values={{ name: state.fileName ?? '' }} />
        ) : (
          <FormattedMessage id={isPending ? 'download.pending' : 'download.text'} />
        )}
      </p>
    </Dialog>
  )
}
