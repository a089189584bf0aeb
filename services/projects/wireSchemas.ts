import { z } from 'zod'
import { daysRestorable, maximumPhotos } from './limits.ts'
import type { ProjectPhoto, ProjectSummary } from './reading.ts'

const code = z.string().regex(/^[\w .-]{1,50}$/, 'A code has 1 to 50 letters, digits, spaces, or - . _')
const count = z.number().int()

/** The content of a project, as an editor sends it. */
export const contentSchema = z.object({
  name: z
    .string()
    .max(400)
    .transform((name) =>
      name
        .toWellFormed()
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim(),
    )
    .pipe(z.string().min(1).max(100)),
  productCode: code,
  articleType: code.describe('The kind of the product, such as `PhotoBook`.'),
  pages: count.min(1).max(1_000).nullable().default(null).describe('Null: the product has no pages.'),
  photoIds: z
    .array(z.uuid().toLowerCase())
    .max(maximumPhotos)
    .transform((ids) => [...new Set(ids)])
    .describe('Repeated ids count once.'),
})

export const projectSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    productCode: z.string(),
    articleType: z.string(),
    pages: count.nullable(),
    version: count.describe('For If-Match.'),
    created: z.iso.datetime(),
    changed: z.iso.datetime(),
    state: z
      .enum(['complete', 'photosMissing', 'deleted'])
      .describe(
        '`photosMissing`: photos of the project were deleted for good. `deleted`: the project is deleted and can be restored.',
      ),
    printableUntil: z.iso
      .date()
      .nullable()
      .describe(
        'The last day on which the photos of the project are kept. Null: it has no photos, or the day is not known.',
      ),
    restorableUntil: z.iso.datetime().nullable().describe('Null: the project is not deleted.'),
    thumbnailPhotoIds: z.array(z.uuid()).describe('The first photos that exist, at most 4.'),
    photosCount: count,
    missingPhotosCount: count,
  })
  .meta({ id: 'Project', description: 'A saved project (decision 0502).' })

export const projectWithPhotosSchema = projectSchema
  .extend({
    photoIds: z.array(z.uuid()).describe('In the order of the project, including missing photos.'),
    missingPhotoIds: z.array(z.uuid()),
  })
  .meta({ id: 'ProjectWithPhotos' })

/** @param keptUntil the last day on which the photos of the account are kept; null if it is not known */
export function toWireProject(project: ProjectSummary, keptUntil: string | null): z.infer<typeof projectSchema> {
  const { deleted_at: deleted, missing_count: missing, photos_count: photos } = project
  const restorable = deleted && new Date(deleted.getTime() + daysRestorable * 86_400_000)
  return {
    id: project.id,
    name: project.name,
    productCode: project.product_code,
    articleType: project.article_type,
    pages: project.pages,
    version: project.version,
    created: project.created_at.toISOString(),
    changed: project.changed_at.toISOString(),
    state: deleted ? 'deleted' : missing > 0 ? 'photosMissing' : 'complete',
    printableUntil: photos > missing ? keptUntil : null,
    restorableUntil: restorable?.toISOString() ?? null,
    thumbnailPhotoIds: [...project.thumbnail_ids],
    photosCount: photos,
    missingPhotosCount: missing,
  }
}

export function toWirePhotos(photos: readonly ProjectPhoto[]) {
  return {
    photoIds: photos.map((photo) => photo.photo_id),
    missingPhotoIds: photos.filter((photo) => photo.is_missing).map((photo) => photo.photo_id),
  }
}
