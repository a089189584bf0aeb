import { Suspense, lazy, useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ParticipantsLink_sharedAlbum$key } from '../../../__generated__/ParticipantsLink_sharedAlbum.graphql.ts'
import styles from './ParticipantsLink.module.css'

const ParticipantsDialog = lazy(async () => ({
  default: (await import('./ParticipantsDialog.tsx')).ParticipantsDialog,
}))

const fragment = graphql`
  fragment ParticipantsLink_sharedAlbum on SharedAlbum {
    participants {
      email
    }
  }
`

export interface ParticipantsLinkProps {
  readonly sharedAlbum: ParticipantsLink_sharedAlbum$key
}

/** The number of participants; opens their list. */
export function ParticipantsLink({ sharedAlbum }: ParticipantsLinkProps) {
  const { formatMessage } = useIntl()
  const { participants } = useFragment(fragment, sharedAlbum)
  const [isOpen, setOpen] = useState(false)
  if (!participants) return null
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={styles.link} onClick={() => setOpen(true)}>
        {formatMessage({ id: 'sharedAlbum.participants' }, { count: participants.length })}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ParticipantsDialog emails={participants.map(({ email }) => email)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
