import { watch } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseKinds } from '../../support/database.ts'
import { createKillableServices, type KillableServices } from '../../support/killableServices.ts'
import { blobFiles } from '../archiveServices.ts'
import { callAsService, orderOf } from '../orders/orderServices.ts'
import { publicUrl } from '../storage/customer.ts'
import { Buyer } from './invoiceServices.ts'

const orders = 12

describe.each(databaseKinds)('the invoices of a service that is killed, on %s', (kind) => {
  let services: KillableServices

  beforeEach(async () => {
    services = await createKillableServices(kind, publicUrl, 'site,customers,orders,invoices')
  })
  afterEach(() => services.remove())

  /**
   * Kills the services when the next file is being written, and starts them again.
   * @param isOver whether no file will be written any more
   */
  async function killDuringFile(meanwhile: () => Promise<unknown>, isOver = async () => false): Promise<void> {
    const watcher = watch(join(services.installation.dataDir, 'blobs', 'temporary'))
    let hasStarted = false
    watcher.once('change', () => {
      hasStarted = true
    })
    await meanwhile()
    await expect.poll(async () => hasStarted || (await isOver()), { interval: 1 }).toBe(true)
    watcher.close()
    await services.kill()
    await services.start()
  }

  test('exist once, with all their files, and without gaps in the numbers', async () => {
    await services.start()
    const buyer = new Buyer(services.url, services.issuer)
    // The first request of an account makes it known.
    await buyer.call('GET', '/customers/accounts/getaccountinformation')
    const { dataDir } = services.installation
    const place = (index: number) =>
      callAsService(buyer, dataDir, 'POST', '', { body: orderOf(buyer), key: `order-${index}` })
    await killDuringFile(async () => {
      for (let index = 0; index < orders; index += 1) expect((await place(index)).status).toBe(201)
    })
    const isFinished = async () => (await buyer.list()).items.every(({ state }: { state: string }) => state === 'ready')
    await killDuringFile(async () => undefined, isFinished)
    const { orderCode } = (await place(0)).body
    expect((await callAsService(buyer, dataDir, 'POST', `/${orderCode}/cancel`)).status).toBe(200)
    const documents = await buyer.invoices(orders + 1)
    expect(new Set(documents.map((one) => `${one.orderCode} ${one.kind}`)).size).toBe(orders + 1)
    const numbers = documents.map((one) => Number(one.number.slice(-6))).toSorted((one, other) => one - other)
    expect(numbers).toEqual(Array.from({ length: orders + 1 }, (_, index) => index + 1))

    await services.stop()
    // Leaves out the temporary files of killed processes: the platform removes them, on a server after a day.
    const blobs = await blobFiles(dataDir, `invoices/${buyer.id}`)
    const files = blobs.filter((file) => file.includes(`${sep}content${sep}`))
    const names = documents.flatMap(({ id }) => [`${id}.pdf`, `${id}.xml`])
    expect(files.map((file) => basename(file)).toSorted()).toEqual(names.toSorted())
  })
})
