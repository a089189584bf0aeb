import { z } from 'zod'
import { count, opaque } from '../wireParts.ts'
import { wireSchema } from '../wireSchema.ts'

const day = z.string().regex(/^\d{4}-\d\d-\d\d$/)

/** Except for the id, the specification shows no field. Our own service sends all of them. */
const project = z.object({
  id: opaque,
  name: z.string().nullish(),
  productCode: z.string().nullish(),
  articleType: z.string().nullish(),
  pages: count.nullish(),
  created: z.string().nullish(),
  changed: z.string().nullish(),
  state: z.string().nullish(),
  printableUntil: day.nullish(),
  restorableUntil: z.string().nullish(),
  thumbnailPhotoIds: z.array(opaque).nullish(),
  photosCount: count.nullish(),
  missingPhotosCount: count.nullish(),
})

/** A saved project. */
export type WireProject = z.infer<typeof project>

/** Schema of one project. */
export const wireProject = wireSchema(project)

/** Schema of a part of the list, with the number of all projects. */
export const wireProjectPage = wireSchema(z.object({ projects: z.array(project), totalCount: count }))

/** Schema of projects that were found by their ids. */
export const wireFoundProjects = wireSchema(z.object({ projects: z.array(project) }))

/** Schema of the projects that use certain photos: the first ones, the number of all, and the photos. */
export const wireUsingProjects = wireSchema(
  z.object({ projects: z.array(project), totalCount: count, photoIds: z.array(opaque) }),
)

/** Projects that use certain photos. */
export type WireUsingProjects = z.infer<typeof wireUsingProjects.zod>
