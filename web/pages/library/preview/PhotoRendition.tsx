import { useEffect, useEffectEvent, useState } from 'react'
import {
  type PreloadedQuery,
  fetchQuery,
  graphql,
  useFragment,
  usePreloadedQuery,
  useRelayEnvironment,
} from 'react-relay/hooks'
import type { PhotoRendition_photo$key } from '../../../__generated__/PhotoRendition_photo.graphql.ts'
import type { PhotoRenditionQuery } from '../../../__generated__/PhotoRenditionQuery.graphql.ts'
import { useMarkFirstView } from '../../../shared/firstView.ts'
import { SharperPicture } from './SharperPicture.tsx'
import styles from './PhotoRendition.module.css'

const fragment = graphql`
  fragment PhotoRendition_photo on Photo {
    width
    height
    url
    rendition: thumbnail(width: 1300) {
      url
      width
    }
  }
`

const query = graphql`
  query PhotoRenditionQuery($id: ID!) @throwOnFieldError {
    node(id: $id) {
      ...PhotoRendition_photo @alias(as: "photo")
    }
  }
`

export interface PhotoRenditionProps {
  readonly reference: PreloadedQuery<PhotoRenditionQuery>
  /** A zoomed photo needs more pixels. */
  readonly isZoomed: boolean
  readonly onFail: () => void
}

/** The large picture. It covers the small one when it has loaded. An expired link is renewed once. */
export function PhotoRendition({ reference, isZoomed, onFail }: PhotoRenditionProps) {
  const { node } = usePreloadedQuery<PhotoRenditionQuery>(query, reference)
  const isMissing = !node?.photo
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    if (isMissing) fail()
  }, [isMissing])
  return node?.photo ? <Picture id={reference.variables.id} photo={node.photo} {...{ isZoomed, onFail }} /> : null
}

interface PictureProps {
  readonly id: string
  readonly photo: PhotoRendition_photo$key
  readonly isZoomed: boolean
  readonly onFail: () => void
}

function Picture({ id, photo, isZoomed, onFail }: PictureProps) {
  const environment = useRelayEnvironment()
  const data = useFragment(fragment, photo)
  const { width, height, url, rendition } = data
  const [isShown, setShown] = useState(false)
  const [link, setLink] = useState<'first' | 'renewing' | 'renewed'>('first')
  useMarkFirstView(isShown)
  const hasNoRendition = !rendition
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    if (hasNoRendition) fail()
  }, [hasNoRendition])
  const onError = () => {
    if (link !== 'first') {
      onFail()
      return
    }
    setLink('renewing')
    fetchQuery<PhotoRenditionQuery>(environment, query, { id }, { networkCacheConfig: { force: true } }).subscribe({
      complete: () => setLink('renewed'),
      error: onFail,
    })
  }
  if (!rendition || link === 'renewing') return null
  return (
    <>
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
      <SharperPicture photo={{ width, height, url, rendition }} isZoomed={isZoomed} />
    </>
  )
}
