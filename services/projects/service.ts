import { registerErasure } from '../platform/erasure.ts'
import { registerEventSocket } from '../platform/eventSocket.ts'
import { projectEvents } from './announcements.ts'
import { addDemoPhotos, addDemoProjects } from './demo.ts'
import { projectsErasure } from './erasure.ts'
import { photoReferenceEvents } from '../platform/photoReferences.ts'
import { registerPersonalData } from './personalDataRoutes.ts'
import { projectPhotos } from './projectPhotos.ts'
import { registerProjectRoutes } from './routes.ts'
import { upkeepQueue } from './upkeep.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Platform, Service } from '../platform/platform.ts'
import type { ProjectsTables } from './tables.ts'

/** The projects that customers have saved in an editor. */
export const projectsService: Service = {
  description:
    'Saved projects. Appends `project.saved`, `project.deleted` and `project.restored` (each `{ projectId, projectCount, timestamp }`), ' +
    'and consumes the events of photos that are deleted for good.',
  migrations: new URL('migrations/', import.meta.url),
  register,
  demo: addDemoProjects,
}

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  const database = platform.database<ProjectsTables>('projects')
  platform.events.consume({
    name: 'projects.photos',
    database,
    types: photoReferenceEvents,
    handle: async (events, change) => {
      await projectPhotos.handle(events, change)
      if (platform.config.demo) await addDemoPhotos(platform, events, change)
    },
  })
  platform.jobs.define(upkeepQueue(database))
  registerErasure(platform, projectsErasure(database))
  registerProjectRoutes(app, platform, database)
  registerPersonalData(app, database)
  registerEventSocket(app, '/events', platform, projectEvents)
}
