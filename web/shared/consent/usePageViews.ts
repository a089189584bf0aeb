import { useEffect } from 'react'
import { matchPath, useLocation } from 'react-router-dom'
import { useSession } from '../../app/sessionContext.ts'
import { routePaths } from '../routePaths.ts'
import { useConsent } from './browserConsent.ts'
import { measure } from './measure.ts'

/** Counts each page that the visitor opens, from the moment at which analytics is allowed. */
export function usePageViews(): void {
  const { config } = useSession()
  const { pathname } = useLocation()
  const isAllowed = useConsent()?.analytics === true
  useEffect(() => {
    const page = Object.values(routePaths).find((pattern) => matchPath(pattern, pathname))
    if (isAllowed && page !== undefined) measure(config.brand, { kind: 'pageView', page })
  }, [isAllowed, pathname, config.brand])
}
