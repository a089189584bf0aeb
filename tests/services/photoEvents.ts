import { photoReferenceEvents } from '../../services/platform/photoReferences.ts'
import { appendEvent } from './asService.ts'
import type { ServiceGroup } from './serviceGroup.ts'
import { until } from './storage/customer.ts'

/** Appends an event of the photos service, and waits until the consumer has handled it, if it consumes this type. */
export async function appendPhotoEvent(
  services: ServiceGroup,
  consumer: string,
  { type, owner, photoIds }: { readonly type: string; readonly owner: string; readonly photoIds: readonly string[] },
): Promise<void> {
  const photos = photoIds.map((imageId) => ({ imageId, year: 2024, month: 5, generation: 1 }))
  await appendEvent(services, { type, owner, data: type.startsWith('photos.') ? { photos } : photos[0] })
  const types = photoReferenceEvents.filter((one) => one === type)
  await until(async () => {
    const unhandled = await services.platform
      .database('platform')
      .transaction()
      .execute((change) => services.platform.events.ownersWithUnhandled(change, { consumer, types, owners: [owner] }))
    return unhandled.size === 0 ? true : null
  }, 'the events of photos to be handled')
}
