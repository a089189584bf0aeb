import { readFileSync } from 'node:fs'
import { makeExecutableSchema } from '@graphql-tools/schema'
import type { GraphQLSchema } from 'graphql'
import type { NodeTypes } from './context.ts'
import {
  Activation,
  ImportFailure,
  ImportedAlbum,
  LibraryImport,
  libraryActivation,
  libraryImportNode,
} from './modules/activation/Activation.ts'
import { startImport } from './modules/activation/mutations/startImport.ts'
import { ImportEvent, importEvents } from './modules/activation/subscriptions/importEvents.ts'
import { Album, albumNode } from './modules/album/Album.ts'
import { libraryAlbums } from './modules/album/libraryAlbums.ts'
import { addPhotosToAlbum } from './modules/album/mutations/addPhotosToAlbum.ts'
import { createAlbum } from './modules/album/mutations/createAlbum.ts'
import { deleteAlbum } from './modules/album/mutations/deleteAlbum.ts'
import { deleteSharedAlbum } from './modules/album/mutations/deleteSharedAlbum.ts'
import { removePhotosFromAlbum } from './modules/album/mutations/removePhotosFromAlbum.ts'
import { renameAlbum } from './modules/album/mutations/renameAlbum.ts'
import { SharedAlbum, sharedAlbumNode } from './modules/album/SharedAlbum.ts'
import { Download, downloadNode } from './modules/download/Download.ts'
import { requestDownload } from './modules/download/mutations/requestDownload.ts'
import { requestSharedAlbumDownload } from './modules/download/mutations/requestSharedAlbumDownload.ts'
import { ArchiveEvent, archiveEvents } from './modules/download/subscriptions/archiveEvents.ts'
import { viewerDownloads } from './modules/download/viewerDownloads.ts'
import { Export, ExportChunk, exportChunkNode, exportNode, viewerExports } from './modules/export/Export.ts'
import { requestExport } from './modules/export/mutations/requestExport.ts'
import { ExportEvent, exportEvents } from './modules/export/subscriptions/exportEvents.ts'
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
import { libraryStorage } from './modules/storage/storage.ts'
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
    requestDownload,
    requestExport,
    requestSharedAlbumDownload,
    startImport,
  },
  Subscription: { archiveEvents, exportEvents, importEvents, libraryEvents },
  Activation,
  Album,
  ArchiveEvent,
  CalendarMonth,
  Download,
  Export,
  ExportChunk,
  ExportEvent,
  ImportEvent,
  ImportFailure,
  ImportedAlbum,
  LibraryEvent,
  LibraryImport,
  Photo,
  PhotoLibrary: { ...PhotoLibrary, ...libraryActivation, ...libraryAlbums, ...libraryStorage },
  SharedAlbum,
  Site,
  TempSelection,
  Timeline,
  TimelineMonth,
  Viewer: { ...Viewer, ...viewerDownloads, ...viewerExports },
}

/** Every type that implements Node. */
export const nodeTypes: NodeTypes = new Map(
  [
    albumNode,
    downloadNode,
    exportChunkNode,
    exportNode,
    libraryImportNode,
    libraryNode,
    monthNode,
    photoNode,
    sharedAlbumNode,
    tempSelectionNode,
  ].map((nodeType) => [nodeType.type, nodeType]),
)

/** The contract of `schema/`, with the modules behind it. */
export function buildGatewaySchema(): GraphQLSchema {
  const typeDefs = readFileSync(new URL('../schema/schema.graphql', import.meta.url), 'utf8')
  return makeExecutableSchema({ typeDefs, resolvers })
}
