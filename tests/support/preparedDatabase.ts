import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openPlatform } from './platform.ts'

const services = join(import.meta.dirname, '../../services')

/** Creates the tables of every service and of the job queue, as the first start does. */
export async function prepareDatabase(installation: {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
}): Promise<void> {
  const running = await openPlatform(installation)
  try {
    for (const folder of globSync('*/migrations', { cwd: services }).toSorted()) {
      await running.platform.migrate(dirname(folder), pathToFileURL(join(services, folder, '/')))
    }
    await running.start()
    // Each installation makes its own.
    await running.platform.database<{ secrets: object }>('platform').deleteFrom('secrets').execute()
  } finally {
    await running.close()
  }
}
