import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { settingsPaths } from '../paths.ts'
import { isStripped } from '../stripped.ts'
import { useConsent } from './browserConsent.ts'
import { ConsentBanner } from './ConsentBanner.tsx'
import { consentRequests } from './consentRequests.ts'
import { useBrandScripts } from './useBrandScripts.ts'
import { usePageViews } from './usePageViews.ts'

/** Counts page views and loads the brand's scripts if the visitor allows it, and asks visitors who have not decided. */
export function Consent() {
  usePageViews()
  useBrandScripts()
  const isUndecided = useConsent() === null
  const [isClosed, setClosed] = useState(false)
  const [isRequested, setRequested] = useState(false)
  const { pathname, search } = useLocation()
  useEffect(() => consentRequests.subscribe(() => setRequested(true)), [])
  const close = () => {
    setClosed(true)
    setRequested(false)
  }
  // In stripped mode, the page around this one asks. On the settings page, the form is already there.
  const isAskedElsewhere = isStripped(search) || pathname === settingsPaths.cookies
  const isDue = isUndecided && !isClosed && !isAskedElsewhere
  return (isRequested || isDue) && <ConsentBanner onClose={close} />
}
