import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createInstallation } from '../support/database.ts'
import { startServices } from '../support/services.ts'

const dayMilliseconds = 24 * 3_600_000

test('a process that runs no jobs removes what killed processes left in its scratch folder', async () => {
  const installation = await createInstallation('a PostgreSQL server')
  onTestFinished(() => installation.remove())
  const scratch = join(installation.dataDir, 'scratch')
  await mkdir(scratch, { recursive: true })
  for (const name of ['old', 'new']) await writeFile(join(scratch, name), 'bytes of an upload')
  const longAgo = new Date(Date.now() - 2 * dayMilliseconds)
  await utimes(join(scratch, 'old'), longAgo, longAgo)
  const services = await startServices({ installation, services: ['storage'], environment: { ROLE: 'web' } })
  onTestFinished(() => services.close())
  await expect.poll(() => readdir(scratch)).toEqual(['new'])
})
