import { Suspense, lazy, useState } from 'react'
import { useIsFirstViewShown } from '../../shared/firstView.ts'
import { useApp } from '../../app/appContext.ts'
import { preferences } from '../../app/storage.ts'
import { isImportTold } from './import/importMemory.ts'
import { isBannerAway } from './storage/storageMemory.ts'
import { focusMain } from './banner/focusMain.ts'
import styles from './BannerSpace.module.css'

const LibraryStorage = lazy(async () => ({ default: (await import('./LibraryStorage.tsx')).LibraryStorage }))

const welcomeKey = 'keepsake.photosBanner'
const closed = 'closed'

export interface BannerSpaceProps {
  /** Whether the page below is the timeline, to which one is welcomed. */
  readonly isTimeline: boolean
  /** Where the button of the storage status stands. */
  readonly buttonSlot: HTMLElement | null
}

/**
 * The room of the one banner, kept from the first moment so that nothing moves when it comes: of the welcome until that is
 * closed, else of what there was to tell at the last view. It goes when somebody sends the banner away, never by itself;
 * whatever comes without room waits for the next view.
 */
export function BannerSpace({ isTimeline, buttonSlot }: BannerSpaceProps) {
  const accountId = useApp().signIn.session()?.accountId
  const [isWelcomeClosed, setWelcomeClosed] = useState(() => preferences.getItem(welcomeKey) === closed)
  const [hasRoom, setHasRoom] = useState(() => !isBannerAway() || isImportTold(accountId))
  const isFirstViewShown = useIsFirstViewShown()
  const hasWelcome = isTimeline && !isWelcomeClosed
  const closeWelcome = () => {
    preferences.setItem(welcomeKey, closed)
    setWelcomeClosed(true)
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
