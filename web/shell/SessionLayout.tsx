import { Suspense, lazy, useEffect, useState } from 'react'
import { Outlet } from 'react-router-dom'
import { useIsFirstViewShown } from '../shared/firstView.ts'
import { LibraryEvents, LibraryEventsContext } from '../shared/LibraryEvents.ts'
import { useApp } from '../startup/appContext.ts'

const SessionCompanions = lazy(async () => ({ default: (await import('./SessionCompanions.tsx')).SessionCompanions }))

/** What lives as long as someone is signed in, on every page: the library's live events, and what takes long. */
export function SessionLayout() {
  const { environment } = useApp()
  const [events] = useState(() => new LibraryEvents(environment))
  const isFirstViewShown = useIsFirstViewShown()
  useEffect(() => (isFirstViewShown ? events.start() : undefined), [events, isFirstViewShown])
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
