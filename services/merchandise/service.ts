import { readCatalogue } from '../platform/catalogue/catalogue.ts'
import type { Service } from '../platform/platform.ts'
import { registerGraphqlRoute } from './graphqlRoute.ts'

/** What each shop sells, with the options that a customer chooses from: a GraphQL endpoint. */
export const merchandiseService: Service = {
  description: 'The articles of each shop with their options, by GraphQL.',
  async register(app, { brands, config }) {
    registerGraphqlRoute(app, { catalogue: readCatalogue(), brands, introspection: config.demo })
  },
}
