import { Suspense, lazy, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { useIsFirstViewShown } from '../shared/firstView.ts'
import { LibraryEvents, LibraryEventsContext } from '../shared/LibraryEvents.ts'

const SessionCompanions = lazy(async () => ({ default: (await import('./SessionCompanions.tsx')).SessionCompanions }))

/** What lives as long as someone is signed in, on every page: what happens in the library, and what takes long. */
export function SessionLayout() {
  const [events] = useState(() => new LibraryEvents())
  const isFirstViewShown = useIsFirstViewShown()
  return (
    <LibraryEventsContext value={events}>
      <Outlet />
      {isFirstViewShown && (
        <Suspense fallback={null}>
          <SessionCompanions />
        </Suspense>
      )}
    </LibraryEventsContext>
  )
}
