import { useSearchParams } from 'react-router-dom'
import { LinkErrorPage } from '../../shared/mailed-link/LinkErrorPage.tsx'
import { emailChangePaths, settingsPaths } from '../../shared/paths.ts'
import { type EmailChangeProblem, problemIn } from './errorAddress.ts'

/** Says why the e-mail address was not changed, and what to do next. */
export function EmailChangeErrorPage() {
  const [parameters] = useSearchParams()
  const problem = problemIn(parameters)
  return (
    <LinkErrorPage
      problem={problem}
      text={textOf(problem)}
      linkPath={emailChangePaths.confirmation}
      newLinkPath={settingsPaths.email}
    />
  )
}

function textOf(problem: EmailChangeProblem): string {
  switch (problem) {
    case 'FAILED':
      return 'emailChange.errorText'
    case 'IN_USE':
      return 'emailChange.inUse'
    case 'TOO_MANY':
      return 'emailChange.tooManyLater'
    case 'USED':
    case 'EXPIRED':
    case 'UNKNOWN':
    case 'OTHER_ACCOUNT':
      return `emailChange.link.${problem}`
  }
}
