import { Suspense, lazy, useState } from 'react'
import { useIsFirstViewShown } from '../../../shared/firstView.ts'
import { preferences } from '../../../startup/storage.ts'
import { isBannerAway } from '../storage/storageMemory.ts'
import { focusMain } from './focusMain.ts'
import styles from './BannerSpace.module.css'

const LibraryStorage = lazy(async () => ({ default: (await import('../storage/LibraryStorage.tsx')).LibraryStorage }))

const welcomeKey = 'keepsake.photosBanner'
const closed = 'closed'

export interface BannerSpaceProps {
  /** Whether the page below is the timeline, to which one is welcomed. */
  readonly isTimeline: boolean
  /** Without photos nothing is going to be deleted. */
  readonly hasPhotos: boolean
  /** Where the button of the storage status stands. */
  readonly buttonSlot: HTMLElement | null
}

/**
 * The room of the banner, kept from the first moment so that nothing moves when it comes: of the welcome until that is
 * closed, of how long photos are kept until that is sent away. Whatever comes without room waits for the next view.
 */
export function BannerSpace({ isTimeline, hasPhotos, buttonSlot }: BannerSpaceProps) {
  const [isWelcomeClosed, setWelcomeClosed] = useState(() => preferences.getItem(welcomeKey) === closed)
  const [isAway, setAway] = useState(isBannerAway)
  const isFirstViewShown = useIsFirstViewShown()
  const hasWelcome = isTimeline && !isWelcomeClosed
  const hasRoom = hasPhotos && !isAway
  const closeWelcome = () => {
    preferences.setItem(welcomeKey, closed)
    setWelcomeClosed(true)
    focusMain()
  }
  return (
    <div data-room={hasWelcome ? 'welcome' : hasRoom && 'storage'} className={styles.space}>
      {isFirstViewShown && (
        <Suspense fallback={null}>
          <LibraryStorage
            buttonSlot={buttonSlot}
            hasWelcome={hasWelcome}
            hasRoom={hasRoom}
            onCloseWelcome={closeWelcome}
            onDismiss={() => setAway(true)}
          />
        </Suspense>
      )}
    </div>
  )
}
