import { useBlocker } from 'react-router-dom'
import { signOutPath } from '../../../shared/paths.ts'
import { StopUploadDialog } from './StopUploadDialog.tsx'
import type { UploadSnapshot } from './uploadTypes.ts'

/** Asks before signing out while uploads run, because signing out discards unfinished uploads. */
export function SignOutGuard({ snapshot }: { readonly snapshot: UploadSnapshot }) {
  const { isRunning } = snapshot
  const blocker = useBlocker(({ nextLocation }) => isRunning && nextLocation.pathname === signOutPath)
  return (
    <StopUploadDialog
      isOpen={blocker.state === 'blocked'}
      reason="signOut"
      snapshot={snapshot}
      onKeep={() => blocker.reset?.()}
      onStop={() => blocker.proceed?.()}
    />
  )
}
