import { Suspense, lazy } from 'react'
import { Outlet } from 'react-router-dom'
import { useIsFirstViewShown } from '../shared/firstView.ts'

const SessionCompanions = lazy(async () => ({ default: (await import('./SessionCompanions.tsx')).SessionCompanions }))

/** What lives as long as someone is signed in, on every page: what happens in the library, and what takes long. */
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
