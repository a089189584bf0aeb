import { readFileSync } from 'node:fs'
import { makeExecutableSchema } from '@graphql-tools/schema'
import type { GraphQLSchema } from 'graphql'
import type { NodeTypes } from './context.ts'
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
  Mutation: { createTempSelection, deleteAllPhotos, deletePhotos },
  Subscription: { libraryEvents },
  CalendarMonth,
  LibraryEvent,
  Photo,
  PhotoLibrary,
  Site,
  TempSelection,
  Timeline,
  TimelineMonth,
  Viewer,
}

/** Every type that implements Node. */
export const nodeTypes: NodeTypes = new Map(
  [libraryNode, monthNode, photoNode, tempSelectionNode].map((nodeType) => [nodeType.type, nodeType]),
)

/** The contract of `schema/`, with the modules behind it. */
export function buildGatewaySchema(): GraphQLSchema {
  const typeDefs = readFileSync(new URL('../schema/schema.graphql', import.meta.url), 'utf8')
  return makeExecutableSchema({ typeDefs, resolvers })
}
