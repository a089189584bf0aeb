import { FormattedMessage, useIntl } from 'react-intl'
import { Button } from '../../ui/Button.tsx'
import { CheckIcon } from '../../ui/laterIcons.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { useFileSize } from '../fileSize.ts'
import styles from './FileDownload.module.css'
import type { DownloadableFile, FileTransfer, TransferSnapshot } from './FileTransfer.ts'

export interface FileTransferProgressProps {
  readonly file: DownloadableFile
  readonly transfer: FileTransfer
  readonly snapshot: TransferSnapshot
  readonly onEnd: () => void
}

/** The progress of a transfer and its buttons. */
export function FileTransferProgress({ file, transfer, snapshot, onEnd }: FileTransferProgressProps) {
  const { formatMessage } = useIntl()
  const fileSize = useFileSize()
  const { state, bytes, problem } = snapshot
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
      <ProgressBar
        label={label}
        {...(state !== 'saving' && { value: (100 * bytes) / size })}
        className={styles.bar ?? ''}
      />
      <div className={styles.bytes}>
        <p>
          <FormattedMessage id="downloads.bytes" values={{ done: fileSize(bytes), total: fileSize(size) }} />
        </p>
        {/* Progress changes all the time: screen readers announce only why the transfer is not progressing. */}
        <p aria-live="polite">
          {state === 'waiting' && <FormattedMessage id="downloads.waiting" />}
          {state === 'paused' && <FormattedMessage id="downloads.paused" />}
          {state === 'saving' && <FormattedMessage id="downloads.saving" />}
        </p>
      </div>
      <div className={styles.buttons}>
        <Button variant="quiet" size="small" onPress={onEnd}>
          <FormattedMessage id="common.cancel" /> <VisuallyHidden>{label}</VisuallyHidden>
        </Button>
        {state !== 'saving' && <Step transfer={transfer} state={state} problem={problem} label={label} />}
      </div>
    </>
  )
}

interface StepProps extends Pick<TransferSnapshot, 'problem'> {
  readonly transfer: FileTransfer
  readonly state: 'running' | 'waiting' | 'paused' | 'failed'
  readonly label: string
}

/** One button to pause, resume or retry, so that the focus stays on it. */
function Step({ transfer, state, problem, label }: StepProps) {
  const isActive = state === 'running' || state === 'waiting'
  return (
    <Button size="small" data-next-focus="" onPress={() => (isActive ? transfer.pause() : void transfer.resume())}>
      <FormattedMessage id={isActive ? 'downloads.pause' : resumption(state, problem)} />{' '}
      <VisuallyHidden>{label}</VisuallyHidden>
    </Button>
  )
}

function resumption(state: 'paused' | 'failed', problem: TransferSnapshot['problem']): string {
  if (state === 'paused') return 'downloads.resume'
  return problem === 'place' ? 'downloads.choosePlace' : 'common.retry'
}
