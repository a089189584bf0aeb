import { type ReactNode, useId } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { EditorPhotoFrame_photo$key } from '../../__generated__/EditorPhotoFrame_photo.graphql.ts'
import { PhotoImage } from '../../shared/PhotoImage.tsx'
import styles from './EditorPhotoListItem.module.css'

const fragment = graphql`
  fragment EditorPhotoFrame_photo on Photo {
    fileName
    width
    height
    ...PhotoImage_photo
  }
`

interface EditorPhotoFrameProps {
  readonly photo: EditorPhotoFrame_photo$key
  /** The buttons for the photo. */
  readonly children?: ReactNode
}

/** One photo on paper, with its name and size in pixels. */
export function EditorPhotoFrame({ photo, children }: EditorPhotoFrameProps) {
  const { formatMessage } = useIntl()
  const data = useFragment(fragment, photo)
  const nameId = useId()
  const { width, height } = data
  const isKnown = typeof width === 'number' && typeof height === 'number'
  const name = data.fileName ?? formatMessage({ id: 'editor.unnamed' })
  return (
    <li aria-labelledby={nameId} className={styles.item}>
      <div className={styles.mount}>
        <div className={styles.print} style={isKnown ? frameOf(width, height) : undefined}>
          <PhotoImage photo={data} />
        </div>
      </div>
      <h2 id={nameId} className={styles.name} title={name}>
        {name}
      </h2>
      <p className={styles.note}>
        {isKnown
          ? formatMessage({ id: 'editor.pixels' }, { width, height })
          : formatMessage({ id: 'editor.unknownSize' })}
      </p>
      {children}
    </li>
  )
}

/** The largest frame with the photo's aspect ratio that fits in its square. */
function frameOf(width: number, height: number) {
  return { aspectRatio: `${width} / ${height}`, ...(width >= height ? { width: '100%' } : { height: '100%' }) }
}
