import { act, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { albumPath } from '../../../web/shared/paths.ts'
import { libraryEvent } from '../support/libraryEvent.ts'
import { ofFile } from '../support/ofFile.ts'
import { type photo, photosFrom } from '../support/photos.ts'
import { type AppOptions, renderApp } from '../support/renderApp.tsx'

interface AlbumDetails {
  readonly name?: string
  readonly photosCount?: number
  readonly created?: string
  readonly sharedAlbumId?: string
}

/** The answer to the page's query: the album 'Norway'. */
export function albumAnswer(details: AlbumDetails = {}) {
  const { name = 'Norway', photosCount = 3, created = '2026-03-02T12:00:00Z', sharedAlbumId } = details
  return {
    node: {
      __typename: 'Album',
      __isNode: 'Album',
      id: 'norway',
      name,
      photosCount,
      created,
      isShared: sharedAlbumId !== undefined,
      sharedAlbum: sharedAlbumId === undefined ? null : { id: sharedAlbumId },
    },
  }
}

/** A page of the album's photos. */
export function photosAnswer(photos: readonly ReturnType<typeof photo>[], hasNextPage = false) {
  return {
    node: {
      __typename: 'Album',
      __isNode: 'Album',
      __isPhotoCollection: 'Album',
      id: 'norway',
      photos: {
        edges: photos.map((node) => ({ cursor: node.id, node })),
        pageInfo: { hasNextPage, endCursor: photos.at(-1)?.id ?? null },
      },
    },
  }
}

export interface OpenOptions extends AppOptions {
  readonly search?: string
  /** The number of photos in the album. */
  readonly count?: number
  readonly created?: string
}

/** Opens the page of the album with the photos of its first page. */
export async function openAlbum({ search = '', count = 3, created, ...options }: OpenOptions = {}) {
  const app = renderApp(`${albumPath('norway')}${search}`, options)
  const scrolled: number[] = []
  vi.stubGlobal('scrollTo', (to: number | { readonly top: number }) => {
    // The router calls `scrollTo` with numbers, the page calls it with an object.
    if (typeof to === 'object') scrolled.push(to.top)
  })
  await app.answer('AlbumPageQuery', albumAnswer({ photosCount: count, ...(created !== undefined && { created }) }))
  const first = Math.min(count, 499)
  if (count > 0) {
    await app.answer('CollectionPageQuery', photosAnswer(photosFrom(0, first), count > first), { id: 'norway' })
    await screen.findByLabelText(ofFile('photo-0.jpg'))
  }

  /** Starts the live events. The page refetches the album whenever live events start. */
  async function listen() {
    await app.send('LibraryStreamSubscription', libraryEvent('1'))
    await app.answer('AlbumPageQuery', albumAnswer({ photosCount: count }))
  }

  /** Sends an event about changes. */
  async function sendEvent(changes: Parameters<typeof libraryEvent>[1]) {
    await app.send('LibraryStreamSubscription', libraryEvent('2', changes))
  }

  return { ...app, scrolled, listen, sendEvent }
}

/** @param top how far (px) the top of the window is below the top of the photos */
export async function scroll(top: number) {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -top, 1_000, 100))
  await act(async () => {
    window.dispatchEvent(new Event('scroll'))
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })
}

/** The ids of the photos in the document, in order. */
export function shownPhotos(): string[] {
  return screen.queryAllByRole('link', { name: /^Photo / }).map((link) => link.dataset['photo'] ?? '')
}

/** Resets what a test has changed. */
export function cleanUp(): void {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
}
