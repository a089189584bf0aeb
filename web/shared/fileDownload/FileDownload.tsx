import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { Button } from '../../ui/Button.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './FileDownload.module.css'
import type { DownloadableFile, TransferSnapshot } from './FileTransfer.ts'
import { FileTransferProgress } from './FileTransferProgress.tsx'
import { type FileTransfers, useFileTransfer, useFileTransfers } from './fileTransfers.ts'
import { saveFile } from './saveFile.ts'
import { useKeptFocus } from './useKeptFocus.ts'

export interface FileDownloadProps {
  readonly file: DownloadableFile
  /** Shown if the download fails. */
  readonly failure: ReactNode
  /** The text of the button; by default "Save file". */
  readonly label?: ReactNode
  /** `small` for a download among other facts: it takes only the width of its text. */
  readonly size?: 'small' | 'medium'
}

/**
 * Downloads a file. Where browsers let pages write to the disk, large files can be paused, and resumed after a reload.
 * The browser downloads all other files and shows their progress itself.
 */
export function FileDownload({ file, failure, label, size = 'medium' }: FileDownloadProps) {
  const transfers = useFileTransfers()
  const own = useFileTransfer(file)
  const [state, setState] = useState<'idle' | 'pending' | 'started' | 'failed'>('idle')
  const focus = useKeptFocus()
  const save = async () => {
    setState('pending')
    setState(await begin(file, transfers).catch(() => 'failed' as const))
  }
  const hasFailed = own ? own.snapshot.state === 'failed' : state === 'failed'
  return (
    <div {...focus} data-size={size} className={styles.download}>
      {own ? (
        <FileTransferProgress file={file} {...own} onEnd={() => transfers.end(file.key)} />
      ) : (
        <Button
          size={size}
          icon={<DownloadIcon size={18} />}
          data-next-focus=""
          isPending={state === 'pending'}
          onPress={() => void save()}
        >
          {label ?? <FormattedMessage id="downloads.save" />} <VisuallyHidden>{file.fileName}</VisuallyHidden>
        </Button>
      )}
      <p aria-live="polite" className={styles.said}>
        {state === 'started' && !own && <FormattedMessage id="download.success" values={{ name: file.fileName }} />}
      </p>
      {/* Rendered while empty, so that screen readers announce later texts. */}
      <div role="alert" className={styles.failure}>
        {hasFailed && (own?.snapshot.problem ? <Problem problem={own.snapshot.problem} /> : failure)}
      </div>
    </div>
  )
}

/**
 * Starts the download. `started`: the browser downloads the file. `idle`: the page downloads it, or the user has
 * cancelled the file picker.
 */
async function begin(file: DownloadableFile, transfers: FileTransfers): Promise<'idle' | 'started' | 'failed'> {
  if ((await transfers.begin(file)) !== 'impossible') return 'idle'
  const url = await file.findUrl()
  if (url === null) return 'failed'
  await saveFile(url, file.fileName)
  return 'started'
}

function Problem({ problem }: { readonly problem: NonNullable<TransferSnapshot['problem']> }) {
  return <FormattedMessage id={problem === 'full' ? 'downloads.full' : 'downloads.notSaved'} />
}
