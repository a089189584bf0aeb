import { expect, test } from 'vitest'
import { blobFolder } from '../../../services/storage/keys.ts'
import { removalQueue, removeOriginals } from '../../../services/storage/removals.ts'
import type { Platform, PlatformEvent } from '../../../services/platform/platform.ts'
import type { Parts } from '../../../services/storage/parts.ts'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { makeJpeg } from '../../support/pictures.ts'
import { ServiceGroup } from '../serviceGroup.ts'
import { until } from './customer.ts'

const services = new ServiceGroup('the embedded database', ['storage', 'photos'])

function partsOf(platform: Platform): Pick<Parts, 'platform' | 'database'> {
  return { platform, database: services.platform.database<StorageTables>('storage') }
}

test('the files of each account are deleted by a separate job, because an erasure drops the jobs of its account', async () => {
  const customers = [services.newCustomer(), services.newCustomer()]
  const events = await Promise.all(
    customers.map(async (customer, position): Promise<PlatformEvent> => {
      await customer.upload(await makeJpeg({ seed: position }))
      const [photo] = await customer.photosOf(1)
      return { position, type: 'photo.removed', owner: customer.id, data: { imageId: photo?.imageId, generation: 1 } }
    }),
  )
  const { platform } = services
  const queued: unknown[] = []
  const enqueue: Platform['jobs']['enqueue'] = async (_change, _queue, payload) => void queued.push(payload)
  const parts = partsOf({ ...platform, jobs: { ...platform.jobs, enqueue } })
  await parts.database.transaction().execute(async (change) => removeOriginals(parts, events, change))
  const folders = customers.map(({ id }) => `${blobFolder(id)}/`)
  expect(queued).toHaveLength(2)
  for (const folder of folders) {
    expect(queued).toContainEqual({ keys: Array.from({ length: 4 }, () => expect.stringContaining(folder)) })
  }
})

test('files of deleted photos are deleted after the last attempt has failed, too', async () => {
  const { blobs } = services.platform
  await blobs.put('photos/someone/original', Buffer.from('a photo'), { contentType: 'image/jpeg' })
  await removalQueue(partsOf(services.platform)).failed?.({ keys: ['photos/someone/original'] }, new Error('away'))
  await until(async () => ((await blobs.get('photos/someone/original')) ? null : true), 'the deletion of the file')
})
