import { Suspense, lazy } from 'react'
import { Outlet } from 'react-router-dom'
import { useIsFirstViewShown } from '../shared/firstView.ts'

const SessionCompanions = lazy(async () => ({ default: (await import('./SessionCompanions.tsx')).SessionCompanions }))

/** Around every page of a signed-in customer: the events of the library, and what follows long jobs. */
export function SessionLayout() {
  const isFirstViewShown = useIsFirstViewShown()
  return (
    <>
      <Outlet />
      {isFirstViewShown && (
        <Suspense fallback={null}>
          <SessionCompanions />
        </Suspense>
      )}
    </>
  )
}
