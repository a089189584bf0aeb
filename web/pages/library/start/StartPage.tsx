import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useSession } from '../../../app/sessionContext.ts'
import { consentRequests } from '../../../shared/consent/consentRequests.ts'
import { useRouteTitle } from '../../../shared/page/useRouteTitle.ts'
import { timelinePath } from '../../../shared/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { BrandFrame } from '../../../shared/page/BrandFrame.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { UploadDropZone } from '../upload/UploadDropZone.tsx'
import { UploadList } from '../upload/UploadList.tsx'
import { UploadProgress } from '../upload/UploadProgress.tsx'
import { choiceNote } from '../upload/uploadTexts.ts'
import type { UploadQueue } from '../upload/uploadQueue.ts'
import { canRetry, type UploadItem, type UploadSnapshot } from '../upload/uploadTypes.ts'
import { useVisitorQueue } from '../upload/useUploadQueue.ts'
import { useUploadAnnouncement } from '../upload/useUploadWatch.ts'
import styles from './StartPage.module.css'

/** Lets a visitor upload photos before the sign-in. The account that then signs in gets the photos. */
export function StartPage() {
  const { config } = useSession()
  const title = useRouteTitle()
  const { queue, snapshot } = useVisitorQueue()
  useUnfinished(queue)
  useWarning(snapshot.isRunning)
  const announcement = useUploadAnnouncement(queue)
  const note = choiceNote(snapshot, useIntl())
  const add = (files: readonly File[], leftOut: number) => {
    queue.add(files, leftOut)
    queue.start()
  }
  return (
    <BrandFrame>
      <div className={styles.page}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>
          <FormattedMessage id="start.lead" values={{ brand: config.name }} />
        </p>
        {snapshot.isRunning && <UploadProgress snapshot={snapshot} />}
        <UploadDropZone isCompact={snapshot.items.length > 0} onFiles={add} />
        {note !== '' && <p className={styles.note}>{note}</p>}
        {snapshot.items.length > 0 && <UploadList items={snapshot.items} actions={queue} />}
        <NextStep queue={queue} snapshot={snapshot} />
        <Button variant="quiet" size="small" onPress={() => consentRequests.emit()}>
          <FormattedMessage id="consent.title" />
        </Button>
        <output data-live-announcer="true">
          <VisuallyHidden>{announcement}</VisuallyHidden>
        </output>
      </div>
    </BrandFrame>
  )
}

function NextStep({ queue, snapshot }: { readonly queue: UploadQueue; readonly snapshot: UploadSnapshot }) {
  const { items, isRunning } = snapshot
  const { leave, leaving, hasFailed } = useLeave()
  const retryable = items.filter((item) => item.state === 'failed' && canRetry(item)).length
  return (
    <div className={styles.next}>
      <p className={styles.note}>{isRunning ? <FormattedMessage id="start.wait" /> : <Kept items={items} />}</p>
      <div className={styles.buttons}>
        {retryable > 0 && (
          <Button onPress={() => queue.retryFailed()}>
            <FormattedMessage id="upload.retryFailed" values={{ count: retryable }} />
          </Button>
        )}
        <Button
          variant="primary"
          isDisabled={isRunning}
          isPending={leaving === 'registration'}
          onPress={() => leave('registration')}
        >
          <FormattedMessage id="start.register" />
        </Button>
        <Button isDisabled={isRunning} isPending={leaving === 'signIn'} onPress={() => leave('signIn')}>
          <FormattedMessage id="start.signIn" />
        </Button>
      </div>
      <p role="alert" className={styles.problem}>
        {hasFailed && <FormattedMessage id="start.failed" />}
      </p>
    </div>
  )
}

/** Shows how many photos are uploaded, and until when storage keeps all of them. */
function Kept({ items }: { readonly items: readonly UploadItem[] }) {
  const { formatDate } = useIntl()
  const ends = items.flatMap(({ state, keptUntil }) => (state === 'kept' && keptUntil !== null ? [keptUntil] : []))
  if (ends.length === 0) return null
  const first = Math.min(...ends.map((end) => Date.parse(end)))
  const moment = formatDate(first, { dateStyle: 'long', timeStyle: 'short' })
  return <FormattedMessage id="start.kept" values={{ count: ends.length, moment }} />
}

type Way = 'registration' | 'signIn'

/**
 * Returns functions that lead to the identity service, and from there to the library. If the service cannot be reached,
 * the visitor stays on this page.
 */
function useLeave() {
  const { signIn } = useSession()
  const [leaving, setLeaving] = useState<Way | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const leave = (way: Way) => {
    setLeaving(way)
    setFailed(false)
    const left = way === 'registration' ? signIn.startPrompt('create', timelinePath) : signIn.start(timelinePath)
    left.catch(() => {
      setLeaving(null)
      setFailed(true)
    })
  }
  return { leave, leaving, hasFailed }
}

/** Reads the limits of storage, and resumes the unfinished uploads of earlier pages. */
function useUnfinished(queue: UploadQueue): void {
  useEffect(() => {
    void queue.fetchLimits()
    void queue.continueUnfinished()
  }, [queue])
}

/** Warns before the visitor leaves while photos are being uploaded. */
function useWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isNeeded])
}
