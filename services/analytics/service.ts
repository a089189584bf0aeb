import { z } from 'zod'
import type { ServiceApp } from '../platform/contract.ts'
import type { Platform, Service } from '../platform/platform.ts'
import { deleteOldCounts } from './counts.ts'
import { deleteOldFeedback } from './feedback.ts'
import { registerFeedbackRoutes } from './feedbackRoutes.ts'
import { registerMeasurementRoutes } from './routes.ts'
import type { AnalyticsTables } from './tables.ts'

/** Counts which pages visitors open and which variants they see, and stores their feedback, if they allow it. */
export const analyticsService: Service = {
  description:
    'Counts page views and shown variants per day, and stores feedback, of visitors who allow it (decisions 0561 and 0566).',
  migrations: new URL('migrations/', import.meta.url),
  register,
}

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  const database = platform.database<AnalyticsTables>('analytics')
  platform.jobs.define({
    name: 'analytics.upkeep',
    payload: z.object({}),
    concurrency: 1,
    retries: 2,
    timeoutSeconds: 300,
    cron: '29 3 * * *',
    run: async () => {
      await deleteOldCounts(database)
      await deleteOldFeedback(database)
    },
  })
  registerMeasurementRoutes(app, database)
  registerFeedbackRoutes(app, platform, database)
}
