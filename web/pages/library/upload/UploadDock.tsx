import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSession } from '../../../app/sessionContext.ts'
import { useAppNavigate } from '../../../shared/AppLink.tsx'
import { useIsFirstViewShown } from '../../../shared/firstView.ts'
import { useUpload } from '../../../shared/uploadContext.ts'
import { Button } from '../../../ui/Button.tsx'
import { useRootAttribute } from '../../../ui/useRootAttribute.ts'
import { afterUpload } from './afterUpload.ts'
import { PageDrop } from './PageDrop.tsx'
import { processingUploadsOf } from './ProcessingUploads.ts'
import { retryAlbums } from './retryAlbums.ts'
import { SignOutGuard } from './SignOutGuard.tsx'
import styles from './UploadDock.module.css'
import { UploadProgress } from './UploadProgress.tsx'
import type { UploadQueue } from './uploadQueue.ts'
import { countWithoutPicture } from './uploadSnapshot.ts'
import { commonAlbum, receiptLines } from './uploadTexts.ts'
import type { UploadSnapshot } from './uploadTypes.ts'
import { useUploadQueue } from './useUploadQueue.ts'

/**
 * The state of the uploads while the dialog is closed, and the offer to resume unfinished uploads of an earlier page.
 * Renders nothing without an account, because this code may finish loading when the user is already signing out.
 */
export function UploadDock() {
  return useSession().signIn.session() === null ? null : <Dock />
}

function Dock() {
  const { queue, snapshot } = useUploadQueue()
  const { isOpen } = useUpload()
  const processing = useProcessingCount()
  const content = isOpen ? null : contentOf(snapshot, processing)
  const { formatMessage } = useIntl()
  useRootAttribute('data-has-upload-dock', content !== null)
  return (
    <>
      <SignOutGuard snapshot={snapshot} />
      <PageDrop queue={queue} />
      {content !== null && (
        <section aria-label={formatMessage({ id: 'upload.dock' })} className={styles.dock}>
          {content === 'running' && <RunningDock snapshot={snapshot} />}
          {content === 'ended' && <EndedDock queue={queue} snapshot={snapshot} />}
          {content === 'unfinished' && <UnfinishedDock queue={queue} snapshot={snapshot} />}
          {content === 'processing' && <ProcessingDock count={processing} />}
        </section>
      )}
    </>
  )
}

function contentOf(
  { isRunning, items, counts, unfinished }: UploadSnapshot,
  processing: number,
): 'running' | 'ended' | 'unfinished' | 'processing' | null {
  if (isRunning) return 'running'
  if (items.length > 0 && counts.chosen === 0) return 'ended'
  if (unfinished > 0) return 'unfinished'
  return processing > 0 ? 'processing' : null
}

/**
 * The number of the account's uploads that storage is processing. Not requested while the first view needs the
 * connection.
 */
function useProcessingCount(): number {
  const uploads = processingUploadsOf(useSession())
  const isShown = useIsFirstViewShown()
  useEffect(() => (isShown ? uploads.start() : undefined), [uploads, isShown])
  return useSyncExternalStore(uploads.subscribe, uploads.getCount)
}

function ProcessingDock({ count }: { readonly count: number }) {
  return (
    <output className={styles.text}>
      <FormattedMessage id="upload.processing" values={{ count }} />
    </output>
  )
}

function RunningDock({ snapshot }: { readonly snapshot: UploadSnapshot }) {
  const { open } = useUpload()
  return (
    <>
      <UploadProgress snapshot={snapshot} />
      <Buttons>
        <Button variant="quiet" size="small" onPress={open}>
          <FormattedMessage id="common.details" />
        </Button>
      </Buttons>
    </>
  )
}

interface DockProps {
  readonly queue: UploadQueue
  readonly snapshot: UploadSnapshot
}

function EndedDock({ queue, snapshot }: DockProps) {
  const { open } = useUpload()
  const navigate = useAppNavigate()
  const { items, counts, albumCounts } = snapshot
  const album = commonAlbum(items)
  const hasDetails = counts.failed + counts.duplicate + countWithoutPicture(snapshot) > 0
  const hasPhotos = counts.added + counts.duplicate > 0
  return (
    <>
      <div>
        {receiptLines(snapshot, useIntl()).map((line) => (
          <p key={line} className={styles.text}>
            {line}
          </p>
        ))}
      </div>
      <Buttons>
        <Button variant="quiet" size="small" onPress={() => queue.clear()}>
          <FormattedMessage id="common.dismiss" />
        </Button>
        {hasDetails && (
          <Button size="small" onPress={open}>
            <FormattedMessage id="common.details" />
          </Button>
        )}
        {albumCounts.failed > 0 && (
          <Button size="small" onPress={() => retryAlbums(queue)}>
            <FormattedMessage id="upload.retryAlbum" />
          </Button>
        )}
        {hasPhotos && (
          <Button
            variant="primary"
            size="small"
            onPress={() => {
              queue.clear()
              navigate(afterUpload(items))
            }}
          >
            <FormattedMessage id={album ? 'upload.viewAlbum' : 'upload.viewPhotos'} />
          </Button>
        )}
      </Buttons>
    </>
  )
}

function UnfinishedDock({ queue, snapshot }: DockProps) {
  return (
    <>
      <p className={styles.text}>
        <FormattedMessage id="upload.unfinished" values={{ count: snapshot.unfinished }} />
      </p>
      <Buttons>
        <Button variant="quiet" size="small" onPress={() => void queue.discardUnfinished()}>
          <FormattedMessage id="upload.discard" />
        </Button>
        <Button variant="primary" size="small" onPress={() => void queue.continueUnfinished()}>
          <FormattedMessage id="upload.continue" />
        </Button>
      </Buttons>
    </>
  )
}

function Buttons({ children }: { readonly children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}
