import { readFileSync } from 'node:fs'
import { makeExecutableSchema } from '@graphql-tools/schema'
import type { GraphQLSchema } from 'graphql'
import type { NodeTypes } from './context.ts'
import { Album, albumNode } from './modules/album/Album.ts'
import { libraryAlbums } from './modules/album/libraryAlbums.ts'
import { addPhotosToAlbum } from './modules/album/mutations/addPhotosToAlbum.ts'
import { createAlbum } from './modules/album/mutations/createAlbum.ts'
import { deleteAlbum } from './modules/album/mutations/deleteAlbum.ts'
import { deleteSharedAlbum } from './modules/album/mutations/deleteSharedAlbum.ts'
import { removePhotosFromAlbum } from './modules/album/mutations/removePhotosFromAlbum.ts'
import { renameAlbum } from './modules/album/mutations/renameAlbum.ts'
import { SharedAlbum, sharedAlbumNode } from './modules/album/SharedAlbum.ts'
import { PhotoLibrary, libraryNode } from './modules/library/PhotoLibrary.ts'
import { CalendarMonth, LibraryEvent, libraryEvents } from './modules/library/subscriptions/libraryEvents.ts'
import { createTempSelection } from './modules/library/mutations/createTempSelection.ts'
import { deleteAllPhotos } from './modules/library/mutations/deleteAllPhotos.ts'
import { TempSelection, tempSelectionNode } from './modules/library/TempSelection.ts'
import { Timeline } from './modules/library/Timeline.ts'
import { TimelineMonth, monthNode } from './modules/library/TimelineMonth.ts'
import { node, nodes } from './modules/node/queries.ts'
import { deletePhotos } from './modules/photo/mutations/deletePhotos.ts'
import { Photo, photoNode } from './modules/photo/Photo.ts'
import { Site, site } from './modules/site/resolvers.ts'
import { Viewer, viewer } from './modules/viewer/resolvers.ts'
import type { Resolvers } from './__generated__/resolvers.ts'

const resolvers: Resolvers = {
  Query: { node, nodes, viewer, site },
  Mutation: {
    addPhotosToAlbum,
    createAlbum,
    createTempSelection,
    deleteAlbum,
    deleteAllPhotos,
    deletePhotos,
    deleteSharedAlbum,
    removePhotosFromAlbum,
    renameAlbum,
  },
  Subscription: { libraryEvents },
  Album,
  CalendarMonth,
  LibraryEvent,
  Photo,
  PhotoLibrary: { ...PhotoLibrary, ...libraryAlbums },
  SharedAlbum,
  Site,
  TempSelection,
  Timeline,
  TimelineMonth,
  Viewer,
}

/** Every type that implements Node. */
export const nodeTypes: NodeTypes = new Map(
  [albumNode, libraryNode, monthNode, photoNode, sharedAlbumNode, tempSelectionNode].map((nodeType) => [
    nodeType.type,
    nodeType,
  ]),
)

/** The contract of `schema/`, with the modules behind it. */
export function buildGatewaySchema(): GraphQLSchema {
  const typeDefs = readFileSync(new URL('../schema/schema.graphql', import.meta.url), 'utf8')
  return makeExecutableSchema({ typeDefs, resolvers })
}
