import { useBlocker } from 'react-router-dom'
import { signOutPath } from '../../../shared/paths.ts'
import { StopUploadDialog } from './StopUploadDialog.tsx'
import type { UploadSnapshot } from './uploadTypes.ts'

/** Asks before signing out while photos are on their way: what is unfinished does not survive it. */
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
