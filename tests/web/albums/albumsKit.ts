import { screen, within } from '@testing-library/react'
import { vi } from 'vitest'
import { libraryEvent } from '../support/libraryEvent.ts'
import { photo } from '../support/photos.ts'
import { type AppOptions, renderApp } from '../support/renderApp.tsx'

interface AlbumDetails {
  readonly name?: string
  readonly photosCount?: number
  readonly created?: string
  readonly isShared?: boolean
  readonly cover?: string | null
}

/** An album in a response of the gateway; by default it has three photos. */
export function album(id: string, details: AlbumDetails = {}) {
  const { name = `Album ${id}`, photosCount = 3, created = '2026-03-02T12:00:00Z', isShared = false } = details
  const cover = details.cover === undefined ? `cover-of-${id}` : details.cover
  return {
    __typename: 'Album',
    __isNode: 'Album',
    id,
    name,
    photosCount,
    created,
    updated: created,
    isShared,
    sharedAlbum: isShared ? { id: `shared-${id}` } : null,
    cover: cover === null ? null : photo(cover),
  }
}

/** A shared album of another customer. */
export function sharedAlbum(id: string, name: string) {
  const { photosCount, created, cover } = album(id)
  const type = { __typename: 'SharedAlbum', __isNode: 'SharedAlbum' }
  const others = { viewerIsOwner: false, owner: { email: 'ben@keepsake.example' } }
  return { ...type, id, name, photosCount, created, cover, ...others }
}

type Own = ReturnType<typeof album>
type Others = ReturnType<typeof sharedAlbum>

/** A page of a list. If `endCursor` is given, more pages follow. */
export function listOf<Node>(nodes: readonly Node[], endCursor: string | null = null) {
  return {
    edges: nodes.map((node, index) => ({ cursor: `cursor-${index}`, node })),
    pageInfo: { hasNextPage: endCursor !== null, endCursor },
  }
}

export interface Library {
  readonly own: ReturnType<typeof listOf<Own>> | null
  readonly others?: ReturnType<typeof listOf<Others>> | null
  readonly othersCount?: number | null
  readonly photosCount?: number
}

/** The response to the query of the albums page. */
export function albumsPage({ own, others = listOf<Others>([]), othersCount, photosCount = 5 }: Library) {
  const sharedAlbumsCount = othersCount === undefined ? (others?.edges.length ?? 0) : othersCount
  return { viewer: { library: { id: 'library', photosCount, sharedAlbumsCount, albums: own, sharedAlbums: others } } }
}

/** The response with the counts of the tabs. */
export function counts(albumsCount: number, sharedAlbumsCount = 0) {
  return { viewer: { library: { id: 'library', photosCount: 5, albumsCount, sharedAlbumsCount } } }
}

/** Opens the albums page of this library. */
export async function openAlbums(library: Library, options: AppOptions & { readonly search?: string } = {}) {
  const app = renderApp(`/my-photos/albums${options.search ?? ''}`, options)
  await app.answer('LibraryLayoutQuery', counts(library.own?.edges.length ?? 0, library.others?.edges.length ?? 0))
  await app.answer('AlbumsPageQuery', albumsPage(library))

  /** Sends an event about changed albums. */
  async function sendEvent(changes: Parameters<typeof libraryEvent>[1]) {
    await app.send('LibraryStreamSubscription', libraryEvent('2', changes))
  }

  /** Starts the live events. The page refetches its lists whenever live events start. */
  async function listen() {
    await app.send('LibraryStreamSubscription', libraryEvent('1'))
    await app.answer('AlbumsPageQuery', albumsPage(library))
  }

  return { ...app, sendEvent, listen }
}

/** The names of the albums in a list; by default, in the list of the customer's own albums. */
export function shownAlbums(list = 'My albums'): string[] {
  const region = screen.queryByRole('region', { name: list })
  if (!region) return []
  return within(region)
    .queryAllByRole('link')
    .map((link) => nameOf(link))
}

/** The album name in a link. */
export function nameOf(link: Element): string {
  return link.getAttribute('aria-label')?.split(',')[0] ?? ''
}

/** Opens a dialog from the menu of an album. */
export async function choose(app: Awaited<ReturnType<typeof openAlbums>>, name: string, entry: 'Rename' | 'Delete') {
  await app.user.click(await screen.findByRole('button', { name: `Options for ${name}` }))
  await app.user.click(await screen.findByRole('menuitem', { name: entry }))
}

/** Resets what a test has changed. */
export function cleanUp(): void {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
}
