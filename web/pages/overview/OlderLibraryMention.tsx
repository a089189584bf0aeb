import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { OlderLibraryMention_activation$key } from '../../__generated__/OlderLibraryMention_activation.graphql.ts'
import { AppLink } from '../../shared/AppLink.tsx'
import { importPath } from '../../shared/paths.ts'
import { actionLink } from '../../ui/actionLink.ts'
import { Mention } from './Mention.tsx'

const fragment = graphql`
  fragment OlderLibraryMention_activation on Activation {
    status
    import {
      state
    }
  }
`

export interface OlderLibraryMentionProps {
  readonly activation: OlderLibraryMention_activation$key
}

/** Invites the customer to import an older library, or to resume the import after an interruption. */
export function OlderLibraryMention({ activation }: OlderLibraryMentionProps) {
  const { formatMessage } = useIntl()
  const { status, import: imported } = useFragment(fragment, activation)
  if (status !== 'NOT_ACTIVE') return null
  const wasInterrupted = imported?.state === 'ERROR'
  const title = formatMessage({ id: 'import.title' })
  return (
    <Mention
      label={title}
      sentence={formatMessage({ id: wasInterrupted ? 'import.failed.title' : 'import.invited.title' })}
      text={formatMessage({ id: wasInterrupted ? 'import.failed.text' : 'import.invited.brief' })}
    >
      <AppLink to={importPath} className={actionLink}>
        {title}
      </AppLink>
    </Mention>
  )
}
