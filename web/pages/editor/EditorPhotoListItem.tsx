import { useId } from 'react'
import { useIntl } from 'react-intl'
import { graphql, useFragment } from 'react-relay/hooks'
import type { EditorPhotoListItem_photo$key } from '../../__generated__/EditorPhotoListItem_photo.graphql.ts'
import { PhotoImage } from '../../shared/PhotoImage.tsx'
import { printsOf } from '../../shared/prints/printQuality.ts'
import styles from './EditorPhotoListItem.module.css'

const fragment = graphql`
  fragment EditorPhotoListItem_photo on Photo {
    fileName
    width
    height
    ...PhotoImage_photo
  }
`

/** One photo as a print, with the sizes for which it has enough pixels. */
export function EditorPhotoListItem({ photo }: { readonly photo: EditorPhotoListItem_photo$key }) {
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
      {isKnown ? (
        <Prints width={width} height={height} name={name} />
      ) : (
        <p className={styles.note}>{formatMessage({ id: 'editor.unknownSize' })}</p>
      )}
    </li>
  )
}

/** The largest frame with the photo's aspect ratio that fits in its square. */
function frameOf(width: number, height: number) {
  return { aspectRatio: `${width} / ${height}`, ...(width >= height ? { width: '100%' } : { height: '100%' }) }
}

interface PrintsProps {
  readonly width: number
  readonly height: number
  readonly name: string
}

function Prints({ width, height, name }: PrintsProps) {
  const { formatMessage } = useIntl()
  const prints = printsOf(width, height).filter(({ quality }) => quality !== 'low')
  return (
    <>
      <p className={styles.note}>{formatMessage({ id: 'editor.pixels' }, { width, height })}</p>
      {prints.length === 0 ? (
        <p className={styles.warning}>{formatMessage({ id: 'editor.tooSmall' })}</p>
      ) : (
        <ul aria-label={formatMessage({ id: 'editor.sizes' }, { name })} className={styles.sizes}>
          {prints.map(({ short, long, quality }) => (
            <li key={long} data-quality={quality} className={styles.size}>
              {formatMessage({ id: 'prints.size' }, { short, long })}
              <span className={styles.quality}>{formatMessage({ id: `prints.quality.${quality}` })}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
