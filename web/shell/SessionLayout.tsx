import { Suspense, lazy } from 'react'
import { Outlet } from 'react-router-dom'
import { useIsFirstViewShown } from '../shared/firstView.ts'

const SessionCompanions = lazy(async () => ({ default: (await import('./SessionCompanions.tsx')).SessionCompanions }))

/**
 * Surrounds every page of a signed-in customer, and starts the components that follow the events of the library and
 * long jobs.
 */
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
