import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { LatestPhotos_library$key } from '../../__generated__/LatestPhotos_library.graphql.ts'
import { AppLink } from '../../shared/AppLink.tsx'
import { previewPath } from '../../shared/paths.ts'
import { PhotoImage } from '../../shared/PhotoImage.tsx'
import { photoDescription, photoLabel } from '../../shared/photoLabel.ts'
import { useUpload } from '../../shared/uploadContext.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { LatestFrame } from './LatestFrame.tsx'
import styles from './LatestPhotos.module.css'

/** The query string of the links. It sorts the full-screen view like this list: both have the same next photo. */
const byUpload = '?sort=created-desc'

const fragment = graphql`
  fragment LatestPhotos_library on PhotoLibrary {
    photos(first: 7, sortKey: CREATED, sortOrder: DESC) {
      edges {
        node {
          id
          fileName
          dateTaken
          pictureProblem
          ...PhotoImage_photo
        }
      }
    }
  }
`

export interface LatestPhotosProps {
  readonly library: LatestPhotos_library$key
  readonly onRetry: () => void
}

/** The latest photos; for an empty library, the invitation to add photos. */
export function LatestPhotos({ library, onRetry }: LatestPhotosProps) {
  const intl = useIntl()
  const { formatMessage } = intl
  const upload = useUpload()
  const { photos } = useFragment(fragment, library)
  if (!photos) return <ErrorState message={formatMessage({ id: 'timeline.loadFailed' })} onRetry={onRetry} />
  const add = upload.isOffered && (
    <Button variant="primary" icon={<PlusIcon size={20} />} onPress={upload.open}>
      {formatMessage({ id: 'library.addPhotos' })}
    </Button>
  )
  if (photos.edges.length === 0) {
    return (
      <EmptyState title={formatMessage({ id: 'timeline.empty' })} action={add}>
        {add && formatMessage({ id: 'timeline.emptyText' })}
      </EmptyState>
    )
  }
  // The node of a photo that is being deleted is null, although the schema says otherwise.
  const shown = photos.edges.flatMap(({ node }) => node ?? [])
  return (
    <LatestFrame>
      <ul className={styles.grid}>
        {shown.map(({ id, fileName, dateTaken, pictureProblem, ...photo }) => (
          <li key={id} className={styles.item}>
            <AppLink
              to={previewPath(id) + byUpload}
              className={styles.tile}
              aria-label={photoLabel({ fileName, dateTaken, pictureProblem }, intl)}
              aria-description={photoDescription({ fileName, dateTaken })}
            >
              <PhotoImage photo={photo} isEager />
            </AppLink>
          </li>
        ))}
      </ul>
    </LatestFrame>
  )
}
