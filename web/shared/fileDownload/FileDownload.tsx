import { useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '../../ui/Button.tsx'
import { CheckIcon, DownloadIcon } from '../../ui/icons.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useFileSize } from '../fileSize.ts'
import styles from './FileDownload.module.css'
import type { DownloadableFile, FileTransfer, TransferSnapshot } from './FileTransfer.ts'
import { useFileTransfer, useFileTransfers } from './fileTransfers.ts'
import { saveFile } from './saveFile.ts'
import { canChooseFile, chooseFile } from './saveFilePicker.ts'
import { useKeptFocus } from './useKeptFocus.ts'

/** Files from this size on, in bytes, are worth a pause. */
const largeFile = 50e6

export interface FileDownloadProps {
  readonly file: DownloadableFile
  /** What is said when it cannot be downloaded. */
  readonly failure: ReactNode
}

/**
 * Downloads a file. A large one can be paused, where the browser lets pages write to the disk; all others are the
 * browser's own matter, which it shows in its own way.
 */
export function FileDownload({ file, failure }: FileDownloadProps) {
  const transfers = useFileTransfers()
  const transfer = useFileTransfer(file.key)
  const snapshot = useSnapshot(transfer)
  const [state, setState] = useState<'idle' | 'pending' | 'begun' | 'failed'>('idle')
  const focus = useKeptFocus()
  const save = async () => {
    setState('pending')
    const isBegun = await begin(file, (handle) => transfers.begin(file, handle)).catch(() => false)
    setState(isBegun === null ? 'idle' : isBegun ? 'begun' : 'failed')
  }
  const end = () => {
    transfers.end(file.key)
    setState('idle')
  }
  const hasFailed = snapshot ? snapshot.state === 'failed' : state === 'failed'
  return (
    <div {...focus} className={styles.download}>
      {transfer && snapshot ? (
        <Transfer file={file} transfer={transfer} snapshot={snapshot} onEnd={end} />
      ) : (
        <Button
          icon={<DownloadIcon size={18} />}
          data-next-focus=""
          isPending={state === 'pending'}
          onPress={() => void save()}
        >
          <FormattedMessage id="downloads.save" /> <VisuallyHidden>{file.fileName}</VisuallyHidden>
        </Button>
      )}
      <p aria-live="polite" className={styles.said}>
        {state === 'begun' && !transfer && <FormattedMessage id="download.success" values={{ name: file.fileName }} />}
      </p>
      {/* In the page before there is anything to say, so that it is heard. */}
      <div role="alert" className={styles.failure}>
        {hasFailed && failure}
      </div>
    </div>
  )
}

/** Resolves to whether it has begun; null: the customer has thought better of it. */
async function begin(file: DownloadableFile, transfer: (...[handle]: Chosen) => void): Promise<boolean | null> {
  if (canChooseFile() && file.size !== null && file.size >= largeFile) {
    const handle = await chooseFile(file.fileName)
    if (handle) transfer(handle)
    return handle && true
  }
  const url = await file.findUrl()
  if (url === null) return false
  await saveFile(url, file.fileName)
  return true
}

type Chosen = readonly [handle: NonNullable<Awaited<ReturnType<typeof chooseFile>>>]

const nothing = { subscribe: () => () => undefined, snapshot: () => null }

/** How a transfer is; null where there is none. */
function useSnapshot(transfer: FileTransfer | undefined): TransferSnapshot | null {
  const { subscribe, snapshot } = transfer ?? nothing
  return useSyncExternalStore<TransferSnapshot | null>(subscribe, snapshot)
}

interface TransferProps {
  readonly file: DownloadableFile
  readonly transfer: FileTransfer
  readonly snapshot: TransferSnapshot
  readonly onEnd: () => void
}

/** How far it is, and what can be done about it. */
function Transfer({ file, transfer, snapshot: { state, bytes }, onEnd }: TransferProps) {
  const { formatMessage } = useIntl()
  const fileSize = useFileSize()
  const size = file.size ?? 0
  const label = formatMessage({ id: 'downloads.ofFile' }, { name: file.fileName })
  if (state === 'finished') {
    return (
      <p className={styles.saved}>
        <CheckIcon size={18} />
        <FormattedMessage id="downloads.saved" />
      </p>
    )
  }
  return (
    <>
      <ProgressBar label={label} value={size === 0 ? 0 : (100 * bytes) / size} className={styles.bar ?? ''} />
      <div className={styles.bytes}>
        <p>
          <FormattedMessage id="downloads.bytes" values={{ done: fileSize(bytes), total: fileSize(size) }} />
        </p>
        {/* How far it is changes all the time: only why it stands still is read aloud. */}
        <p aria-live="polite">
          {state === 'waiting' && <FormattedMessage id="downloads.waiting" />}
          {state === 'paused' && <FormattedMessage id="downloads.paused" />}
        </p>
      </div>
      <div className={styles.buttons}>
        <Button variant="quiet" size="small" onPress={onEnd}>
          <FormattedMessage id="common.cancel" /> <VisuallyHidden>{label}</VisuallyHidden>
        </Button>
        {state === 'running' || state === 'waiting' ? (
          <Button size="small" data-next-focus="" onPress={() => transfer.pause()}>
            <FormattedMessage id="downloads.pause" /> <VisuallyHidden>{label}</VisuallyHidden>
          </Button>
        ) : (
          <Button size="small" data-next-focus="" onPress={() => transfer.start()}>
            <FormattedMessage id={state === 'paused' ? 'downloads.resume' : 'common.retry'} />{' '}
            <VisuallyHidden>{label}</VisuallyHidden>
          </Button>
        )}
      </div>
    </>
  )
}
