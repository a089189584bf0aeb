import { type DragEvent, Suspense, useState } from 'react'
import { useIntl } from 'react-intl'
import { type PreloadedQuery, graphql, usePreloadedQuery } from 'react-relay/hooks'
import type { AlbumTrayQuery } from '../../../../__generated__/AlbumTrayQuery.graphql.ts'
import { SectionBoundary } from '../../../../shared/SectionBoundary.tsx'
import { PlusIcon } from '../../../../ui/icons.tsx'
import { VisuallyHidden } from '../../../../ui/VisuallyHidden.tsx'
import { AlbumFace } from './AlbumFace.tsx'
import styles from './AlbumTray.module.css'
import type { PhotosToCopy } from './PhotosToCopy.ts'
import { useCopyDropped } from './useCopyDropped.ts'

const query = graphql`
  query AlbumTrayQuery {
    viewer {
      library {
        albums(first: 50, includeShared: false) {
          edges {
            node {
              id
              name
              updated
              ...AlbumFace_album
            }
          }
        }
      }
    }
  }
`

/** The id of the card for a new album. */
const newAlbum = 'new'

export interface AlbumTrayProps {
  readonly queryReference: PreloadedQuery<AlbumTrayQuery>
  readonly photos: PhotosToCopy
  readonly exceptAlbumId: string | undefined
  /** Called when copying has started. */
  readonly onCopied: () => void
  /** Called when the photos were dropped on 'New album'. */
  readonly onNew: () => void
  readonly onDropped: () => void
}

/** The drop targets while photos are dragged: the albums, most recently changed first, and a card for a new album. */
export function AlbumTray(props: AlbumTrayProps) {
  const { photos, onCopied, onNew, onDropped } = props
  const { formatMessage } = useIntl()
  const copy = useCopyDropped(onCopied)
  const [over, setOver] = useState<string | null>(null)
  const hold = (event: DragEvent) => {
    const target = targetOf(event)
    setOver(target?.id ?? null)
    if (target) event.preventDefault()
  }
  const drop = (event: DragEvent) => {
    const target = targetOf(event)
    if (!target) return
    event.preventDefault()
    onDropped()
    if (target.id === newAlbum) onNew()
    else void copy(photos, target)
  }
  return (
    // Keyboard users copy with the dialog instead.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={formatMessage({ id: 'copyToAlbum.tray' })}
      className={styles.tray}
      onDragEnter={hold}
      onDragOver={hold}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        // When the mouse moves to another card, `dragenter` of that card comes before `dragleave` of this one.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(null)
      }}
      onDrop={drop}
    >
      <VisuallyHidden>
        <output>{formatMessage({ id: 'copyToAlbum.dragging' }, { count: photos.amount })}</output>
      </VisuallyHidden>
      <p className={styles.hint}>{formatMessage({ id: 'copyToAlbum.tray' })}</p>
      <ul className={styles.albums}>
        {/* If the albums cannot be loaded, the card for a new album still works. */}
        <SectionBoundary message={formatMessage({ id: 'albums.loadFailed' })} onRetry={onDropped} frame={nothing}>
          <Suspense fallback={null}>
            <Albums {...props} over={over} />
          </Suspense>
        </SectionBoundary>
        <li data-target={newAlbum} data-over={over === newAlbum} className={styles.new}>
          <PlusIcon />
          {formatMessage({ id: 'albums.new' })}
        </li>
      </ul>
    </section>
  )
}

const nothing = () => null

interface AlbumsProps extends Pick<AlbumTrayProps, 'queryReference' | 'exceptAlbumId'> {
  readonly over: string | null
}

function Albums({ queryReference, exceptAlbumId, over }: AlbumsProps) {
  const { viewer } = usePreloadedQuery<AlbumTrayQuery>(query, queryReference)
  // The node of a deleted album is null, although its type does not allow null.
  return (viewer?.library.albums?.edges ?? [])
    .flatMap(({ node }) => node ?? [])
    .filter(({ id }) => id !== exceptAlbumId)
    .toSorted((one, other) => Date.parse(other.updated) - Date.parse(one.updated))
    .map((album) => (
      <li
        key={album.id}
        data-target={album.id}
        data-name={album.name}
        data-over={over === album.id}
        className={styles.album}
      >
        <AlbumFace album={album} />
      </li>
    ))
}

/** The album card under the dragged photos. */
function targetOf({ target }: DragEvent): { readonly id: string; readonly name: string } | null {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-target]') : null
  const { target: id, name = '' } = card?.dataset ?? {}
  return id === undefined ? null : { id, name }
}
