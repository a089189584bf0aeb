import { useSearchParams } from 'react-router-dom'
import { LinkErrorPage } from '../../shared/mailed-link/LinkErrorPage.tsx'
import { accountDeletionPaths, settingsPaths } from '../../shared/paths.ts'
import { type DeletionProblem, problemIn } from './deletionAddress.ts'

/** Says why the account was not deleted, and what to do next. */
export function DeletionErrorPage() {
  const [parameters] = useSearchParams()
  const problem = problemIn(parameters)
  return (
    <LinkErrorPage
      problem={problem}
      text={textOf(problem)}
      linkPath={accountDeletionPaths.confirmation}
      newLinkPath={settingsPaths.deleteAccount}
    />
  )
}

function textOf(problem: DeletionProblem): string {
  switch (problem) {
    case 'FAILED':
      return 'accountDeletion.errorText'
    case 'TOO_MANY':
      return 'emailChange.tooManyLater'
    case 'USED':
      return 'accountDeletion.linkUsed'
    case 'EXPIRED':
      return 'emailChange.link.EXPIRED'
    case 'UNKNOWN':
      return 'emailChange.link.UNKNOWN'
    case 'OTHER_ACCOUNT':
      return 'emailChange.link.OTHER_ACCOUNT'
  }
}
