import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { EditorProject_query$key } from '../../__generated__/EditorProject_query.graphql.ts'
import { useMarkFirstView } from '../../shared/firstView.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { EditorPhotoFrame } from './EditorPhotoFrame.tsx'
import styles from './EditorPhotos.module.css'

const fragment = graphql`
  fragment EditorProject_query on Query @argumentDefinitions(id: { type: "String!" }) @throwOnFieldError {
    addressedNode(type: PROJECT, id: $id) {
      ... on Project {
        title
        firstPhotos {
          id
          ...EditorPhotoFrame_photo
        }
      }
    }
  }
`

/** A saved project: its title, and its first photos. */
export function EditorProject({ query }: { readonly query: EditorProject_query$key }) {
  const { formatMessage } = useIntl()
  const { addressedNode: project } = useFragment(fragment, query)
  useMarkFirstView(true)
  if (!project) {
    return (
      <EmptyState title={formatMessage({ id: 'editor.projectGoneTitle' })}>
        {formatMessage({ id: 'editor.projectGoneText' })}
      </EmptyState>
    )
  }
  const photos = project.firstPhotos ?? []
  return (
    <section aria-label={formatMessage({ id: 'editor.project' })}>
      <p className={styles.total}>{project.title ?? formatMessage({ id: 'projects.untitled' })}</p>
      <ul className={styles.photos}>
        {photos.map((photo) => (
          <EditorPhotoFrame key={photo.id} photo={photo} />
        ))}
      </ul>
    </section>
  )
}
