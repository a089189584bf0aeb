import type { Viewer } from '../../context.ts'

/** The source object of the `Viewer` resolvers. */
export type ViewerModel = Viewer
