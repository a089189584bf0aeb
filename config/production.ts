import { z } from 'zod'
import { ConfigError } from './readEnvironment.ts'

/** The variables that decide, together with `PUBLIC_URL` and `DATABASE_URL`, whether this is production. */
export const productionSettings = {
  /**
   * Overrides what the other variables imply. The launcher sets it, because it runs all parts with
   * `NODE_ENV=production`, even the demo.
   */
  PRODUCTION: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .optional()
    .describe('true or false'),
  NODE_ENV: z.string().optional().describe('a text'),
}

/** The values of the variables that decide whether this is production. */
export interface ProductionSigns {
  readonly PRODUCTION?: boolean | undefined
  readonly NODE_ENV?: string | undefined
  readonly PUBLIC_URL?: string | undefined
  /** Only the services have a database. */
  readonly DATABASE_URL?: string | undefined
}

/** Whether this is production: an https `PUBLIC_URL`, `NODE_ENV=production`, or a database server. */
export function isProduction({ PRODUCTION, NODE_ENV, PUBLIC_URL, DATABASE_URL }: ProductionSigns): boolean {
  if (PRODUCTION !== undefined) return PRODUCTION
  return NODE_ENV === 'production' || PUBLIC_URL?.startsWith('https:') === true || DATABASE_URL !== undefined
}

/** The setting that allows the demo in production. Without it, `DEMO=true` stops the start. */
export const demoInProduction = {
  DEMO_IN_PRODUCTION: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .default(false)
    .describe('true or false'),
}

/**
 * Refuses the demo in production, unless `DEMO_IN_PRODUCTION` allows it: the password of the demo accounts is public.
 * @throws ConfigError that says what to do
 */
export function checkDemo(
  values: ProductionSigns & { readonly DEMO: boolean; readonly DEMO_IN_PRODUCTION: boolean },
): void {
  if (!values.DEMO || values.DEMO_IN_PRODUCTION || !isProduction(values)) return
  throw new ConfigError(
    'DEMO is on in production: anyone can sign in to the demo accounts, because their password is public. ' +
      'Set DEMO=false, or set DEMO_IN_PRODUCTION=true if this is intended.',
  )
}
