import { Suspense, lazy, useState } from 'react'
import { useIsFirstViewShown } from '../../shared/firstView.ts'
import { useSession } from '../../app/sessionContext.ts'
import { preferences } from '../../app/storage.ts'
import { hasConfirmationBanner } from './confirmation/knownConfirmation.ts'
import { hasImportNotice, hasOlderLibrary } from './import/knownImport.ts'
import { isBannerHidden } from './storage/bannerMemory.ts'
import { focusMain } from './banner/focusMain.ts'
import styles from './BannerSpace.module.css'

const LibraryStorage = lazy(async () => ({ default: (await import('./LibraryStorage.tsx')).LibraryStorage }))

const welcomeKey = 'keepsake.photosBanner'
const closed = 'closed'

export interface BannerSpaceProps {
  /** Whether the page below is the timeline. Only the timeline shows the welcome. */
  readonly isTimeline: boolean
  /** The element for the button of the storage status. */
  readonly buttonSlot: HTMLElement | null
}

/**
 * Reserves space for one banner from the first render, so that nothing moves when the banner appears. The timeline
 * reserves space for the welcome until the customer closes it. Otherwise, space is reserved only if a banner is due
 * according to what the previous view has stored in the browser. The space disappears only when the customer closes the
 * banner. A banner without reserved space waits for the next view.
 */
export function BannerSpace({ isTimeline, buttonSlot }: BannerSpaceProps) {
  const accountId = useSession().signIn.session()?.accountId
  // The welcome is only for customers who have, or had, an older library, because they are used to another way of
  // managing their photos.
  const [isWelcomed, setWelcomed] = useState(
    () => hasOlderLibrary(accountId) && preferences.getItem(welcomeKey) !== closed,
  )
  const [hasRoom, setHasRoom] = useState(
    () => !isBannerHidden() || hasImportNotice(accountId) || hasConfirmationBanner(accountId),
  )
  const isFirstViewShown = useIsFirstViewShown()
  const hasWelcome = isTimeline && isWelcomed
  const closeWelcome = () => {
    preferences.setItem(welcomeKey, closed)
    setWelcomed(false)
    focusMain()
  }
  return (
    <div data-room={hasWelcome ? 'welcome' : hasRoom && 'banner'} className={styles.space}>
      {isFirstViewShown && (
        <Suspense fallback={null}>
          <LibraryStorage
            buttonSlot={buttonSlot}
            hasWelcome={hasWelcome}
            hasRoom={hasRoom}
            onCloseWelcome={closeWelcome}
            onEmpty={() => setHasRoom(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
