import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createInstallation, type Installation } from '../support/database.ts'
import { makeJpeg } from '../support/pictures.ts'
import { startServices } from '../support/services.ts'
import { Customer, startPhotoServices } from '../services/storage/customer.ts'

const dayMilliseconds = 24 * 3_600_000

async function install(): Promise<{ installation: Installation; scratch: string }> {
  const installation = await createInstallation('a PostgreSQL server')
  onTestFinished(() => installation.remove())
  return { installation, scratch: join(installation.dataDir, 'scratch') }
}

test('a process that runs no jobs removes what killed processes left in its scratch folder', async () => {
  const { installation, scratch } = await install()
  await mkdir(scratch, { recursive: true })
  for (const name of ['old', 'new']) await writeFile(join(scratch, name), 'bytes of an upload')
  const longAgo = new Date(Date.now() - 2 * dayMilliseconds)
  await utimes(join(scratch, 'old'), longAgo, longAgo)
  const services = await startServices({ installation, services: ['storage'], environment: { ROLE: 'web' } })
  onTestFinished(() => services.close())
  await expect.poll(() => readdir(scratch)).toEqual(['new'])
})

test('a process that ends removes its copies of uploads that could not be kept', async () => {
  const { installation, scratch } = await install()
  const running = await startPhotoServices(installation, {}, ['storage'])
  const { blobs } = running.services.platform
  const put = blobs.put.bind(blobs)
  vi.spyOn(blobs, 'put').mockImplementation(async (key, ...blob) => {
    if (key.startsWith('photos/')) throw new Error('The originals cannot be stored.')
    return put(key, ...blob)
  })
  const customer = new Customer(running.services.url, running.issuer)
  const bytes = await makeJpeg()
  const location = (await customer.create(bytes.length)).headers.get('location') ?? ''
  expect((await customer.append(location, 0, bytes)).status).toBe(500)
  expect(await readdir(scratch)).toHaveLength(1)
  await running.close()
  expect(await readdir(scratch)).toEqual([])
})
