import { graphql, useFragment } from 'react-relay/hooks'
import type { ProjectCover_project$key } from '../../__generated__/ProjectCover_project.graphql.ts'
import { BookIcon } from '../../ui/icons.tsx'
import { PhotoImage } from '../PhotoImage.tsx'
import styles from './ProjectCover.module.css'

const fragment = graphql`
  fragment ProjectCover_project on Project {
    articleType
    firstPhotos {
      ...PhotoImage_photo
    }
  }
`

/** The picture of a project: its first photo, or an empty cover. Decorative. Fills its parent element. */
export function ProjectCover({ project }: { readonly project: ProjectCover_project$key }) {
  const { articleType, firstPhotos } = useFragment(fragment, project)
  // A photo that is being deleted is null, although the schema says otherwise.
  const first = firstPhotos?.find((photo) => photo)
  return (
    <span data-book={articleType === 'PhotoBook'} className={styles.cover}>
      {first ? (
        <PhotoImage photo={first} isCover />
      ) : (
        <span className={styles.empty}>
          <BookIcon size={28} />
        </span>
      )}
    </span>
  )
}
