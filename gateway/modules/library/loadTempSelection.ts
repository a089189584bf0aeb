import type { GatewayContext } from '../../context.ts'
import type { TempSelectionModel } from './models.ts'

/** Loads a selection by the service's id. Null when it does not exist, has expired, or belongs to another customer. */
export async function loadTempSelection(id: string, { photos }: GatewayContext): Promise<TempSelectionModel | null> {
  const photoIds = await photos.readTempSelection(id)
  return photoIds && { tempSelectionId: id, photoIds }
}
