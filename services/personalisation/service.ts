import type { Service } from '../platform/platform.ts'
import { readExperiments } from './experiments.ts'
import { registerVariantRoutes } from './routes.ts'

/** Split tests: which variant of a text or a feature each customer sees. It stores nothing. */
export const personalisationService: Service = {
  description: 'Split tests: which variant of each running experiment a customer sees (decision 0562).',
  async register(app) {
    registerVariantRoutes(app, readExperiments())
  },
}
