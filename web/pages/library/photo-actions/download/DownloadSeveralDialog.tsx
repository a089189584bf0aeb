import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { tooManyDownloads } from '../../../../shared/archives/tooManyDownloads.ts'
import { useFileSize } from '../../../../shared/fileSize.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import styles from './DownloadSeveralDialog.module.css'
import { type SeveralPhotos, useDownloadSeveral } from './useDownloadSeveral.ts'

export interface DownloadSeveralDialogProps {
  readonly photos: SeveralPhotos
  readonly count: number
  readonly onClose: () => void
}

/** Requests an archive of several photos, and shows a failure of the request. Toasts show the progress afterwards. */
export function DownloadSeveralDialog({ count, onClose, ...props }: DownloadSeveralDialogProps) {
  const intl = useIntl()
  const fileSize = useFileSize()
  // The selection may change while the dialog is open; the dialog must not change with it.
  const [photos] = useState(props.photos)
  const { state, size, download } = useDownloadSeveral(photos, onClose)
  const isPending = state.kind === 'pending'
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isPending={isPending}
      size="small"
      title={<FormattedMessage id="download.title" values={{ count }} />}
      alert={
        (state.kind === 'failed' && <FormattedMessage id="download.failed" />) ||
        (state.kind === 'busy' && tooManyDownloads(intl, state))
      }
      onSubmit={() => void download()}
      footer={
        <>
          <Button isDisabled={isPending} onPress={onClose}>
            <FormattedMessage id="common.cancel" />
          </Button>
          <Button type="submit" variant="primary" data-initial-focus isPending={isPending}>
            <FormattedMessage id="preview.download" />
          </Button>
        </>
      }
    >
      <p>
        <FormattedMessage id="download.severalText" />
      </p>
      <p aria-live="polite" className={styles.size}>
        {size !== null && <FormattedMessage id="download.size" values={{ count, size: fileSize(size) }} />}
      </p>
    </Dialog>
  )
}
