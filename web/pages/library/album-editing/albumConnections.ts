import { ConnectionHandler } from 'react-relay/hooks'
import type { RecordProxy, RecordSourceProxy } from 'relay-runtime'

/** The connections of one's own albums that there are, by their keys: they are changed together. */
const ownAlbums = ['AlbumsList_albums', 'AlbumChoice_albums']

/** The connection of the albums of others. */
const sharedAlbums = ['SharedAlbumsList_sharedAlbums']

/** Within an update of the store: a new album stands first wherever albums are listed. */
export function insertNewAlbum(store: RecordSourceProxy, album: RecordProxy): void {
  for (const connection of connectionsOf(store, ownAlbums)) insertAt(store, connection, album, () => 0)
}

/** Within an update of the store: one's own albums of that name that are listed, by their ids. */
export function albumsNamed(store: RecordSourceProxy, name: string): ReadonlySet<string> {
  const nodes = connectionsOf(store, ownAlbums).flatMap((connection) =>
    connection.getLinkedRecords('edges')?.map(nodeOf),
  )
  return new Set(nodes.flatMap((node) => (node?.getValue('name') === name ? node.getDataID() : [])))
}

/**
 * Within an update of the store: an album, or a shared album that somebody else owns, is listed where it belongs by its
 * age, the newest first. One that is older than what has been loaded comes with its page.
 */
export function insertAlbumByAge(store: RecordSourceProxy, album: RecordProxy): void {
  const keys = album.getType() === 'Album' ? ownAlbums : sharedAlbums
  for (const connection of connectionsOf(store, keys)) insertAt(store, connection, album, placeByAge)
}

/** Within an update of the store: an album is listed no longer. */
export function removeAlbum(store: RecordSourceProxy, albumId: string): void {
  for (const connection of connectionsOf(store, [...ownAlbums, ...sharedAlbums])) {
    ConnectionHandler.deleteNode(connection, albumId)
  }
}

/** Within an optimistic update of the store: so many more albums, or fewer. */
export function changeAlbumsCount(store: RecordSourceProxy, amount: number): void {
  const library = libraryOf(store)
  const count = library?.getValue('albumsCount')
  if (library && typeof count === 'number') library.setValue(Math.max(0, count + amount), 'albumsCount')
}

type Edges = readonly (RecordProxy | null)[]

/** Where an album goes among these; null: nowhere yet. */
type Place = (edges: Edges, album: RecordProxy, connection: RecordProxy) => number | null

function insertAt(store: RecordSourceProxy, connection: RecordProxy, album: RecordProxy, placeOf: Place): void {
  const edges: Edges = (connection.getLinkedRecords('edges') ?? []).map((edge) => edge ?? null)
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

function nodeOf(edge: RecordProxy | null | undefined): RecordProxy | null | undefined {
  return edge?.getLinkedRecord('node')
}

function connectionsOf(store: RecordSourceProxy, keys: readonly string[]): readonly RecordProxy[] {
  const library = libraryOf(store)
  return keys.flatMap((key) => (library && ConnectionHandler.getConnection(library, key)) ?? [])
}

function libraryOf(store: RecordSourceProxy): RecordProxy | null | undefined {
  return store.getRoot().getLinkedRecord('viewer')?.getLinkedRecord('library')
}
