import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { StorageMeter } from '../../../shared/storage/StorageMeter.tsx'
import { storageLevel } from '../../../shared/storage/storageUsage.ts'
import { useUpload } from '../../../shared/uploadContext.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { afterUpload } from './afterUpload.ts'
import { StopUploadDialog } from './StopUploadDialog.tsx'
import styles from './UploadDialog.module.css'
import { UploadDropZone } from './UploadDropZone.tsx'
import { UploadList } from './UploadList.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import type { UploadQueue } from './uploadQueue.ts'
import { retryAlbums } from './retryAlbums.ts'
import { UploadReceipt } from './UploadReceipt.tsx'
import { phaseOf, type UploadPhase } from './uploadSnapshot.ts'
import { choiceNote, chosenText, commonAlbum } from './uploadTexts.ts'
import { canRetry, type UploadItem, type UploadSnapshot } from './uploadTypes.ts'
import { useUploadQueue } from './useUploadQueue.ts'

export interface UploadDialogProps {
  readonly isOpen: boolean
  /** Closes the dialog. Running uploads continue. */
  readonly onClose: () => void
  /** Called when all uploads have ended and the user wants to see the photos, which are at this path. */
  readonly onFinished: (path: string) => void
}

/** The dialog in which the user chooses photos, uploads them and sees the results. */
export function UploadDialog({ isOpen, onClose, onFinished }: UploadDialogProps) {
  const { queue, snapshot } = useUploadQueue()
  const [isAskingToStop, setAskingToStop] = useState(false)
  const phase = phaseOf(snapshot)
  useEffect(() => {
    if (isOpen) void queue.fetchLimits()
  }, [isOpen, queue])
  const close = () => {
    // Results and refused files are cleared once they were shown; chosen files and running uploads stay.
    if (phase !== 'running' && snapshot.counts.chosen === 0) queue.clear()
    onClose()
  }
  const cancel = () => {
    if (snapshot.isRunning) return setAskingToStop(true)
    queue.clear()
    onClose()
  }
  const finish = () => {
    const path = afterUpload(snapshot.items)
    queue.clear()
    onFinished(path)
  }
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={<FormattedMessage id={`upload.title.${phase}`} />}
        size="medium"
        footer={<Footer {...{ phase, queue, snapshot }} onCancel={cancel} onClose={close} onFinished={finish} />}
      >
        <Content {...{ phase, queue, snapshot }} />
      </Dialog>
      <StopUploadDialog
        reason="stop"
        isOpen={isAskingToStop && snapshot.isRunning}
        snapshot={snapshot}
        onKeep={() => setAskingToStop(false)}
        onStop={() => {
          setAskingToStop(false)
          queue.cancelAll()
        }}
      />
    </>
  )
}

interface PartProps {
  readonly phase: UploadPhase
  readonly queue: UploadQueue
  readonly snapshot: UploadSnapshot
}

function Content({ phase, queue, snapshot }: PartProps) {
  const { items, waitingFor, usage } = snapshot
  const isMeterShown =
    usage !== null && (storageLevel(usage) !== 'free' || items.some(({ failure }) => failure === 'QUOTA_EXCEEDED'))
  const note = choiceNote(snapshot, useIntl())
  const offered = useUpload().album
  const album = items.length === 0 ? offered : commonAlbum(items)
  return (
    <div className={styles.content}>
      {phase === 'ended' && <UploadReceipt snapshot={snapshot} />}
      {phase === 'running' && <UploadProgress snapshot={snapshot} />}
      {waitingFor === 'signIn' && (
        <Button onPress={() => queue.resume()}>
          <FormattedMessage id="upload.continue" />
        </Button>
      )}
      {phase !== 'ended' && album && (
        <p className={styles.album}>
          <FormattedMessage id="upload.forAlbum" values={{ album: <strong key={album.id}>{album.name}</strong> }} />
        </p>
      )}
      {phase !== 'ended' && (
        <UploadDropZone isCompact={phase !== 'empty'} onFiles={(files, left) => queue.add(files, left, offered)} />
      )}
      {isMeterShown && <StorageMeter usage={usage} />}
      {note !== '' && <p className={styles.note}>{note}</p>}
      {items.length > 0 && <UploadList items={phase === 'running' ? items : problemsFirst(items)} actions={queue} />}
    </div>
  )
}

function attentionOf({ state, hasPicture }: UploadItem): number {
  if (state === 'failed' || state === 'cancelled') return 2
  return state === 'duplicate' || !hasPicture ? 1 : 0
}

/** Puts the items that need attention first, so that they are not at the end of a long list. */
function problemsFirst(items: readonly UploadItem[]): readonly UploadItem[] {
  return items.toSorted((one, other) => attentionOf(other) - attentionOf(one))
}

interface FooterProps extends PartProps {
  readonly onCancel: () => void
  readonly onClose: () => void
  readonly onFinished: () => void
}

function Footer({ phase, queue, snapshot, onCancel, onClose, onFinished }: FooterProps) {
  const { counts, items } = snapshot
  const retryable = items.filter((item) => item.state === 'failed' && canRetry(item)).length
  if (phase === 'ended') return <EndedFooter {...{ queue, retryable, snapshot, onClose, onFinished }} />
  return (
    <>
      {counts.chosen > 0 && <ChosenSummary snapshot={snapshot} />}
      <Button onPress={onCancel}>
        <FormattedMessage id="common.cancel" />
      </Button>
      {phase === 'running' && counts.chosen === 0 ? (
        <Button variant="primary" onPress={onClose}>
          <FormattedMessage id="upload.continueInBackground" />
        </Button>
      ) : (
        <Button variant="primary" isDisabled={counts.chosen === 0} onPress={() => queue.start()}>
          <FormattedMessage id="upload.start" />
        </Button>
      )}
    </>
  )
}

function EndedFooter({
  queue,
  retryable,
  snapshot: { items, counts, albumCounts },
  onClose,
  onFinished,
}: Pick<FooterProps, 'queue' | 'snapshot' | 'onClose' | 'onFinished'> & {
  readonly retryable: number
}) {
  const hasPhotos = counts.added + counts.duplicate > 0
  return (
    <>
      {retryable > 0 && (
        <Button onPress={() => queue.retryFailed()}>
          <FormattedMessage id="upload.retryFailed" values={{ count: retryable }} />
        </Button>
      )}
      {albumCounts.failed > 0 && (
        <Button onPress={() => retryAlbums(queue)}>
          <FormattedMessage id="upload.retryAlbum" />
        </Button>
      )}
      {hasPhotos ? (
        <Button variant="primary" onPress={onFinished}>
          <FormattedMessage id={commonAlbum(items) ? 'upload.viewAlbum' : 'upload.viewPhotos'} />
        </Button>
      ) : (
        <Button variant="primary" onPress={onClose}>
          <FormattedMessage id="common.close" />
        </Button>
      )}
    </>
  )
}

function ChosenSummary({ snapshot }: { readonly snapshot: UploadSnapshot }) {
  return <span className={styles.summary}>{chosenText(snapshot, useIntl())}</span>
}
