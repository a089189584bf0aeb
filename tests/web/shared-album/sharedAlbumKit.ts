import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import { albumPreviewPath, sharedAlbumPath } from '../../../web/shared/paths.ts'
import { libraryEvent } from '../support/libraryEvent.ts'
import { photo, photosFrom } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { ofFile } from '../support/ofFile.ts'

interface AlbumDetails {
  readonly name?: string
  readonly photosCount?: number
  readonly created?: string
  readonly viewerIsOwner?: boolean
  readonly participants?: readonly string[]
  readonly sharesLocations?: boolean | null
}

const album = { __typename: 'SharedAlbum', __isNode: 'SharedAlbum', id: 'norway' }

/** The response to the page's query: the album 'Norway' of anna@, shared with ben@ and cara@. */
export function albumAnswer(details: AlbumDetails = {}) {
  const { participants = ['ben@example.com', 'cara@example.com'], ...rest } = details
  return {
    node: {
      ...album,
      name: 'Norway',
      photosCount: 3,
      created: '2026-03-02T12:00:00Z',
      viewerIsOwner: false,
      owner: { email: 'anna@example.com' },
      sharesLocations: null,
      participants: participants.map((email) => ({ email })),
      ...rest,
    },
  }
}

/** The response with one page of the album's photos. */
export function photosAnswer(photos: readonly ReturnType<typeof photo>[], hasNextPage = false) {
  return {
    node: {
      ...album,
      __isPhotoCollection: 'SharedAlbum',
      photos: {
        edges: photos.map((node) => ({ cursor: node.id, node })),
        pageInfo: { hasNextPage, endCursor: photos.at(-1)?.id ?? null },
      },
    },
  }
}

export interface OpenOptions extends AlbumDetails {
  /** The query of the URL. */
  readonly search?: string
}

/** Opens the page of the album, and waits for its photos. */
export async function openSharedAlbum({ search = '', ...details }: OpenOptions = {}) {
  const app = renderApp(`${sharedAlbumPath('norway')}${search}`)
  const { photosCount: count = 3 } = details
  await app.answer('SharedAlbumPageQuery', albumAnswer(details))
  if (count > 0) {
    await app.answer('CollectionPageQuery', photosAnswer(photosFrom(0, count)), { id: 'norway' })
    await screen.findByRole('link', { name: ofFile('photo-0.jpg') })
  }

  /** Starts the live events. The page refetches the album whenever live events start. */
  async function listen() {
    await app.send('LibraryStreamSubscription', libraryEvent('1'))
    await app.answer('SharedAlbumPageQuery', albumAnswer(details))
  }

  return { ...app, listen, sendEvent: (changes: Changes) => sendEvent(app, changes) }
}

type Changes = Parameters<typeof libraryEvent>[1]
type App = ReturnType<typeof renderApp>

/** Sends an event about changes. */
export async function sendEvent(app: App, changes: Changes) {
  await app.send('LibraryStreamSubscription', libraryEvent('2', changes))
}

/** A photo with its large rendition, as the queries of the full-screen view return it. */
function largePhoto(id: string) {
  const rendition = { url: `https://images.test/${id}.1300.jpg`, width: 1300 }
  return { ...photo(id), url: `https://images.test/${id}.jpg`, rendition }
}

/** The response with the neighbours of the photo with this index, in an album of `count` photos. */
export function neighboursAnswer(index: number, count: number) {
  const at = (place: number) => (place >= 0 && place < count ? largePhoto(`photo-${place}`) : null)
  return { node: { ...album, neighbours: { previous: at(index - 1), next: at(index + 1) } } }
}

/** Opens the photo with this index full screen, in an album of `count` photos. */
export async function openPreview(index: number, count: number, search = '') {
  HTMLImageElement.prototype.decode = () => Promise.resolve()
  const app = renderApp(`${albumPreviewPath(sharedAlbumPath('norway'), `photo-${index}`)}${search}`)
  await app.answer('PreviewPageQuery', { photo: photo(`photo-${index}`) })
  await app.answer('PhotoRenditionQuery', { node: largePhoto(`photo-${index}`) })
  await app.answer('albumNeighboursQuery', neighboursAnswer(index, count), { id: `photo-${index}` })
  return app
}

/** The ids of the photos in the document, in order. */
export function shownPhotos(): string[] {
  return screen.queryAllByRole('link', { name: /^Photo / }).map((link) => link.dataset['photo'] ?? '')
}

/** The text of an element's tooltip, while it is shown. */
export function describedBy(element: Element): string | undefined {
  return document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent
}

/** Resets what a test has changed. */
export function cleanUp(): void {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
}
