import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { buildServices } from '../../services/app.ts'
import { readServicesConfig } from '../../services/config.ts'
import { type ServiceName, serviceNames } from '../../services/services.ts'
import type { Platform, PlatformConfig } from '../../services/platform/platform.ts'
import { blobSettings } from './blobSettings.ts'
import { copyEmbeddedTemplate } from './embeddedTemplate.ts'
import { freePort } from '../../launcher/ports.ts'

/** Services in this process, listening on their own port. */
export interface RunningServices {
  /** The URL of the services, without a path: for example `http://127.0.0.1:12345`. */
  readonly url: string
  /** The token issuer is this URL followed by `/identity`. */
  readonly publicUrl: string
  readonly dataDir: string
  readonly config: PlatformConfig
  readonly platform: Platform
  createDemo(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts services for a test. By default all services, on the embedded database in a folder that is deleted on close.
 * @param options.installation the installation to use, from `createInstallation`. It is kept on close
 * @param options.environment settings, as environment variables
 * @param options.port the port; by default a free one
 * @param options.log gets what the services log; by default nothing
 * @param options.stallTimeout how long (ms) the services wait for a client that has stopped in the middle of a request
 */
export async function startServices(
  options: {
    installation?: { readonly dataDir: string; readonly databaseUrl: string | undefined }
    services?: readonly ServiceName[]
    environment?: Readonly<Record<string, string>>
    port?: number
    log?: Logger
    stallTimeout?: number
  } = {},
): Promise<RunningServices> {
  const ownFolder = options.installation ? null : await mkdtemp(join(tmpdir(), 'keepsake-test-'))
  if (ownFolder) await copyEmbeddedTemplate(ownFolder)
  const dataDir = options.installation?.dataDir ?? ownFolder ?? ''
  const port = await portOf(options)
  const url = `http://127.0.0.1:${port}`
  const publicUrl = options.environment?.['PUBLIC_URL'] ?? url
  const config = readServicesConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: options.installation?.databaseUrl,
    PUBLIC_URL: publicUrl,
    // Without this setting, a database server would count as production, in which the demo is refused.
    PRODUCTION: 'false',
    ...blobSettings(dataDir),
    ...options.environment,
  }).platform(url)
  const services = await buildServices(
    config,
    options.services ?? serviceNames,
    options.log ?? pino({ level: process.env['LOG_LEVEL'] ?? 'silent' }),
    options.stallTimeout === undefined ? {} : { stallTimeout: options.stallTimeout },
  )
  await services.app.listen({ host: '127.0.0.1', port })
  return {
    url,
    publicUrl,
    dataDir,
    config,
    platform: services.platform,
    createDemo: () => services.createDemo(),
    async close() {
      await services.app.close()
      if (ownFolder) await rm(ownFolder, { recursive: true, force: true })
    },
  }
}

async function portOf({ port }: { readonly port?: number }): Promise<number> {
  return port ?? freePort()
}
