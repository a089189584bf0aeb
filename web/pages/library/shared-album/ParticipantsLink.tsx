import { Suspense, lazy, useState } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { ParticipantsLink_sharedAlbum$key } from '../../../__generated__/ParticipantsLink_sharedAlbum.graphql.ts'
import styles from './ParticipantsLink.module.css'

const ParticipantsDialog = lazy(async () => ({
  default: (await import('./ParticipantsDialog.tsx')).ParticipantsDialog,
}))

const LocationSharing = lazy(async () => ({ default: (await import('./LocationSharing.tsx')).LocationSharing }))

const fragment = graphql`
  fragment ParticipantsLink_sharedAlbum on SharedAlbum {
    id
    sharesLocations
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
  const { id, sharesLocations, participants } = useFragment(fragment, sharedAlbum)
  const [isOpen, setOpen] = useState(false)
  if (!participants) return null
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={styles.link} onClick={() => setOpen(true)}>
        {formatMessage({ id: 'sharedAlbum.participants' }, { count: participants.length })}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ParticipantsDialog emails={participants.map(({ email }) => email)} onClose={() => setOpen(false)}>
            {typeof sharesLocations === 'boolean' && <LocationSharing albumId={id} sharesLocations={sharesLocations} />}
          </ParticipantsDialog>
        </Suspense>
      )}
    </>
  )
}
