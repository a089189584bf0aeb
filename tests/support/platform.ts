import pino, { type Logger } from 'pino'
import { readServicesConfig } from '../../services/config.ts'
import { blobSettings } from './blobSettings.ts'
import { createPlatform, type RunningPlatform } from '../../services/platform/createPlatform.ts'

/** Opens the platform on an installation, without any service. */
export function openPlatform(
  installation: { readonly dataDir: string; readonly databaseUrl: string | undefined },
  options: { environment?: Readonly<Record<string, string>>; log?: Logger } = {},
): Promise<RunningPlatform> {
  const config = readServicesConfig({
    DATA_DIR: installation.dataDir,
    DATABASE_URL: installation.databaseUrl,
    ...blobSettings(installation.dataDir),
    ...options.environment,
  }).platform('http://127.0.0.1:9')
  return createPlatform(config, options.log ?? pino({ level: 'silent' }))
}
