import { useEffect } from 'react'
import { ConnectionHandler } from 'react-relay/hooks'
import type { RecordProxy, RecordSourceProxy } from 'relay-runtime'
import { type Session, perSession } from '../../../app/Session.ts'
import { useSession } from '../../../app/sessionContext.ts'

/** The customer's own albums, or the albums that others share with the customer. */
type ListKind = 'own' | 'shared'

/**
 * The lists of albums in Relay's store. Each list adds its own connection (`useAlbumList`). Creating or deleting an
 * album changes all these lists here. A list stays registered after its page is left, because the page shows it from
 * the store when the customer comes back. Call all methods except `add` within an update of the store.
 */
export class AlbumLists {
  readonly #connectionIds: Readonly<Record<ListKind, Set<string>>> = { own: new Set(), shared: new Set() }

  add(kind: ListKind, connectionId: string): void {
    this.#connectionIds[kind].add(connectionId)
  }

  /** Puts a new album first. */
  insertNew(store: RecordSourceProxy, album: RecordProxy): void {
    for (const connection of this.#connections(store, 'own')) insertAt(store, connection, album, () => 0)
  }

  /**
   * Inserts an album, or a shared album of somebody else, by creation date, newest first. An album that is older than
   * all loaded albums is not inserted: it appears when its page of the list is loaded.
   */
  insertByAge(store: RecordSourceProxy, album: RecordProxy): void {
    const kind = album.getType() === 'Album' ? 'own' : 'shared'
    for (const connection of this.#connections(store, kind)) insertAt(store, connection, album, placeByAge)
  }

  remove(store: RecordSourceProxy, albumId: string): void {
    for (const connection of [...this.#connections(store, 'own'), ...this.#connections(store, 'shared')]) {
      ConnectionHandler.deleteNode(connection, albumId)
    }
  }

  /** The ids of the customer's listed albums for which `matches` returns true. */
  find(store: RecordSourceProxy, matches: (album: RecordProxy) => boolean): ReadonlySet<string> {
    const albums = this.#connections(store, 'own').flatMap((connection) => edgesOf(connection).map(nodeOf))
    return new Set(albums.flatMap((album) => (album && matches(album) ? album.getDataID() : [])))
  }

  #connections(store: RecordSourceProxy, kind: ListKind): readonly RecordProxy[] {
    return [...this.#connectionIds[kind]].flatMap((id) => store.get(id) ?? [])
  }
}

export const albumListsOf: (session: Session) => AlbumLists = perSession(() => new AlbumLists())

/** Keeps a list up to date when albums are created, changed or deleted. */
export function useAlbumList(kind: ListKind, connectionId: string | undefined): void {
  const lists = albumListsOf(useSession())
  useEffect(() => {
    if (connectionId !== undefined) lists.add(kind, connectionId)
  }, [lists, kind, connectionId])
}

/** Changes a count of the library in an optimistic update. The server's answer replaces the count. */
export function changeAlbumsCount(
  store: RecordSourceProxy,
  amount: number,
  field: 'albumsCount' | 'sharedAlbumsCount' = 'albumsCount',
): void {
  const library = store.getRoot().getLinkedRecord('viewer')?.getLinkedRecord('library')
  const count = library?.getValue(field)
  if (library && typeof count === 'number') library.setValue(Math.max(0, count + amount), field)
}

type Edges = readonly (RecordProxy | null)[]

/** Returns the index for an album among the edges; null if its place is not in the loaded pages. */
type Place = (edges: Edges, album: RecordProxy, connection: RecordProxy) => number | null

function insertAt(store: RecordSourceProxy, connection: RecordProxy, album: RecordProxy, placeOf: Place): void {
  const edges = edgesOf(connection)
  if (edges.some((edge) => nodeOf(edge)?.getDataID() === album.getDataID())) return
  const place = placeOf(edges, album, connection)
  if (place === null) return
  const edge = ConnectionHandler.createEdge(store, connection, album, `${album.getType()}Edge`)
  connection.setLinkedRecords([...edges.slice(0, place), edge, ...edges.slice(place)], 'edges')
}

const placeByAge: Place = (edges, album, connection) => {
  const age = createdAt(album)
  const place = edges.findIndex((edge) => createdAt(nodeOf(edge)) < age)
  if (place >= 0) return place
  return connection.getLinkedRecord('pageInfo')?.getValue('hasNextPage') === true ? null : edges.length
}

function createdAt(album: RecordProxy | null | undefined): number {
  const created = album?.getValue('created')
  return typeof created === 'string' ? Date.parse(created) : Number.POSITIVE_INFINITY
}

function edgesOf(connection: RecordProxy): Edges {
  return (connection.getLinkedRecords('edges') ?? []).map((edge) => edge ?? null)
}

function nodeOf(edge: RecordProxy | null): RecordProxy | null | undefined {
  return edge?.getLinkedRecord('node')
}
