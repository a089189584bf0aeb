import { Suspense, lazy, useState } from 'react'
import { useIsFirstViewShown } from '../../../shared/firstView.ts'
import { preferences } from '../../../startup/storage.ts'
import styles from './BannerSpace.module.css'

const PhotosBanner = lazy(async () => ({ default: (await import('./PhotosBanner.tsx')).PhotosBanner }))

const storageKey = 'keepsake.photosBanner'
const closed = 'closed'

/** The room of the banner, kept from the first moment so that nothing moves when it comes; none once it was closed. */
export function BannerSpace() {
  const [isClosed, setClosed] = useState(() => preferences.getItem(storageKey) === closed)
  const isFirstViewShown = useIsFirstViewShown()
  if (isClosed) return null
  const close = () => {
    preferences.setItem(storageKey, closed)
    setClosed(true)
    // The button that had focus is gone: whoever uses the keyboard goes on with the page.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.space}>
      {isFirstViewShown && (
        <Suspense fallback={null}>
          <PhotosBanner onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
