import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { useSession } from '../../app/sessionContext.ts'
import { isStripped } from '../stripped.ts'
import { useConsent } from './browserConsent.ts'
import { allowedScripts, loadScripts, scriptsOf } from './brandScripts.ts'

/**
 * Loads the scripts of the brand as soon as the visitor allows them. In stripped mode, the page around this one has its
 * own scripts.
 */
export function useBrandScripts(): void {
  const session = useSession()
  const consent = useConsent()
  const { search } = useLocation()
  const scripts = isStripped(search) ? { consent: null, feedback: null } : scriptsOf(session.config, session.locale)
  const allowed = allowedScripts(scripts, consent).join('\n')
  useEffect(() => loadScripts(session, allowed === '' ? [] : allowed.split('\n')), [session, allowed])
}
