import { useState } from 'react'
import { useIntl } from 'react-intl'
import { fetchQuery, graphql, useFragment, useRelayEnvironment } from 'react-relay/hooks'
import type { PhotoRendition_photo$key } from '../../../__generated__/PhotoRendition_photo.graphql.ts'
import type { PhotoRenditionQuery } from '../../../__generated__/PhotoRenditionQuery.graphql.ts'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import styles from './PhotoRendition.module.css'

const fragment = graphql`
  fragment PhotoRendition_photo on Photo {
    id
    rendition: thumbnail(width: 1300) {
      url
    }
  }
`

const freshQuery = graphql`
  query PhotoRenditionQuery($id: ID!) {
    node(id: $id) {
      ...PhotoRendition_photo @alias(as: "photo")
    }
  }
`

export interface PhotoRenditionProps {
  readonly photo: PhotoRendition_photo$key
}

/** The large picture; it covers the small one once it is there. A link that has expired is renewed once. */
export function PhotoRendition({ photo }: PhotoRenditionProps) {
  const { formatMessage } = useIntl()
  const environment = useRelayEnvironment()
  const { id, rendition } = useFragment(fragment, photo)
  const [isShown, setShown] = useState(false)
  const [link, setLink] = useState<'first' | 'renewing' | 'renewed' | 'failed'>('first')
  useMarkFirstView(isShown || link === 'failed')
  const onError = () => {
    if (link !== 'first') {
      setLink('failed')
      return
    }
    setLink('renewing')
    fetchQuery<PhotoRenditionQuery>(environment, freshQuery, { id }, { networkCacheConfig: { force: true } }).subscribe(
      {
        complete: () => setLink('renewed'),
        error: () => setLink('failed'),
      },
    )
  }
  if (!rendition || link === 'failed') {
    return <span className={styles.failure}>{formatMessage({ id: 'preview.pictureFailed' })}</span>
  }
  if (link === 'renewing') return null
  return (
    <img
      key={link}
      ref={(image) => {
        if (image?.complete && image.naturalWidth > 0) setShown(true)
      }}
      src={rendition.url}
      alt=""
      decoding="async"
      draggable={false}
      data-shown={isShown}
      className={styles.picture}
      onLoad={() => setShown(true)}
      onError={onError}
    />
  )
}
