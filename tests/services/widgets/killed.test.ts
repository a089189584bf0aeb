import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { blobFiles } from '../archiveServices.ts'
import { book, callAsService, orderOf } from '../orders/orderServices.ts'
import { publicUrl } from '../storage/customer.ts'
import { addPictures, Reader } from './widgetServices.ts'

const photos = 60
const widths = 3

describe.each(databaseKinds)('the online books of a service that is killed, on %s', (kind) => {
  let services: KillableServices

  beforeEach(async () => {
    services = await createKillableServices(kind, publicUrl, 'customers,photos,orders,widgets')
  })
  afterEach(() => services.remove())

  test('have every page once, and all their files', async () => {
    await services.start()
    const reader = new Reader(services.url, services.issuer)
    await reader.call('GET', '/customers/accounts/getaccountinformation')
    await services.stop()
    const photoIds = await addPictures(services.installation, reader, photos)
    await services.start()
    const { dataDir } = services.installation
    const watcher = watch(join(dataDir, 'blobs', 'temporary'))
    const copying = once(watcher, 'change')
    const lines = [{ ...book, photoIds }]
    const placed = await callAsService(reader, dataDir, 'POST', '', { body: orderOf(reader, { lines }), key: 'order' })
    expect(placed.status).toBe(201)
    await copying
    watcher.close()
    await services.kill()
    await services.start()
    const code = `${placed.body.orderCode}-1`
    expect(await reader.untilState(code, 'ready')).toMatchObject({ pagesCount: photos + 1, missingPagesCount: 0 })

    await services.stop()
    const files = (await blobFiles(dataDir, `widgets/${reader.id}`)).filter((file) => file.includes('/content/'))
    expect(files.length).toBe((photos + 1) * widths)
  })
})
