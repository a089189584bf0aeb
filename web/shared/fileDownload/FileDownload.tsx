import { useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '../../ui/Button.tsx'
import { CheckIcon, DownloadIcon } from '../../ui/icons.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useFileSize } from '../fileSize.ts'
import styles from './FileDownload.module.css'
import type { DownloadableFile, FileTransfer } from './FileTransfer.ts'
import { useFileTransfer, useFileTransfers } from './fileTransfers.ts'
import { saveFile } from './saveFile.ts'
import { canChooseFile, chooseFile } from './saveFilePicker.ts'

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
  const [state, setState] = useState<'idle' | 'pending' | 'begun' | 'failed'>('idle')
  const save = async () => {
    setState('pending')
    const isBegun = await begin(file, (handle) => transfers.begin(file, handle)).catch(() => false)
    setState(isBegun === null ? 'idle' : isBegun ? 'begun' : 'failed')
  }
  return (
    <div className={styles.download}>
      {transfer ? (
        <Transfer
          file={file}
          transfer={transfer}
          onEnd={() => {
            transfers.end(file.key)
            setState('idle')
          }}
        />
      ) : (
        <Button icon={<DownloadIcon size={18} />} isPending={state === 'pending'} onPress={() => void save()}>
          <FormattedMessage id="downloads.save" /> <VisuallyHidden>{file.fileName}</VisuallyHidden>
        </Button>
      )}
      <p aria-live="polite" className={styles.said}>
        {state === 'begun' && !transfer && <FormattedMessage id="download.success" values={{ name: file.fileName }} />}
        {transfer && <Spoken transfer={transfer} />}
      </p>
      {/* In the page before there is anything to say, so that it is heard. */}
      <div role="alert" className={styles.failure}>
        {transfer ? <Failure transfer={transfer} text={failure} /> : state === 'failed' && failure}
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

const useSnapshot = (transfer: FileTransfer) => useSyncExternalStore(transfer.subscribe, transfer.snapshot)

interface TransferProps {
  readonly file: DownloadableFile
  readonly transfer: FileTransfer
  readonly onEnd: () => void
}

/** How far it is, and what can be done about it. */
function Transfer({ file, transfer, onEnd }: TransferProps) {
  const { formatMessage } = useIntl()
  const fileSize = useFileSize()
  const { state, bytes } = useSnapshot(transfer)
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
      <p className={styles.bytes}>
        <FormattedMessage id="downloads.bytes" values={{ done: fileSize(bytes), total: fileSize(size) }} />
      </p>
      <div className={styles.buttons}>
        <Button variant="quiet" size="small" onPress={onEnd}>
          <FormattedMessage id="common.cancel" /> <VisuallyHidden>{label}</VisuallyHidden>
        </Button>
        {state === 'running' || state === 'waiting' ? (
          <Button size="small" onPress={() => transfer.pause()}>
            <FormattedMessage id="downloads.pause" /> <VisuallyHidden>{label}</VisuallyHidden>
          </Button>
        ) : (
          <Button size="small" onPress={() => transfer.start()}>
            <FormattedMessage id={state === 'paused' ? 'downloads.resume' : 'common.retry'} />{' '}
            <VisuallyHidden>{label}</VisuallyHidden>
          </Button>
        )}
      </div>
    </>
  )
}

/** What has changed but how far it is. */
function Spoken({ transfer }: { readonly transfer: FileTransfer }) {
  const { state } = useSnapshot(transfer)
  if (state === 'waiting') return <FormattedMessage id="downloads.waiting" />
  return state === 'paused' ? <FormattedMessage id="downloads.paused" /> : null
}

function Failure({ transfer, text }: { readonly transfer: FileTransfer; readonly text: ReactNode }) {
  return useSnapshot(transfer).state === 'failed' ? text : null
}
