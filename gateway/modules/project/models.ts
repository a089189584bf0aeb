import type { Connection, Edge } from '../../relay/connection.ts'
import type { WireProject, WireUsingProjects } from '../../upstream/projects/wire.ts'

/** The source object of the `Project` resolvers. */
export type ProjectModel = WireProject

/** A page of projects, and the number of all projects in the list. */
export interface ProjectConnectionModel extends Connection<ProjectModel> {
  readonly totalCount: number
}

/** A project in a page. */
export type ProjectEdgeModel = Edge<ProjectModel>

/** Projects that use certain photos. Holds the service's ids. */
export type ProjectsUsingPhotosModel = WireUsingProjects
