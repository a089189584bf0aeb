import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pino from 'pino'
import { readServicesConfig } from '../../services/config.ts'
import { createPlatform } from '../../services/platform/createPlatform.ts'

const services = join(import.meta.dirname, '../../services')

/** Creates the tables of every service and of the job queue, as the first start does. */
export async function prepareDatabase(installation: {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
}): Promise<void> {
  // Vitest's global setup runs this, outside of any test project. So the settings lack the bucket of the project, which
  // `openPlatform` adds.
  const settings = { DATA_DIR: installation.dataDir, DATABASE_URL: installation.databaseUrl }
  const config = readServicesConfig(settings).platform('http://127.0.0.1:9')
  const running = await createPlatform(config, pino({ level: 'silent' }))
  try {
    for (const folder of globSync('*/migrations', { cwd: services }).toSorted()) {
      await running.platform.migrate(dirname(folder), pathToFileURL(join(services, folder, '/')))
    }
    await running.start()
    // Each installation makes its own secrets, so the template must not have any.
    await running.platform.database<{ secrets: object }>('platform').deleteFrom('secrets').execute()
  } finally {
    await running.close()
  }
}
