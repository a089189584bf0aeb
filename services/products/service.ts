import { readCatalogue } from '../platform/catalogue/catalogue.ts'
import { registerErasure } from '../platform/erasure.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Platform, Service } from '../platform/platform.ts'
import { registerCutoffRoutes } from './cutoff/routes.ts'
import { addDemoPdfs } from './demo.ts'
import { productsErasure } from './erasure.ts'
import { registerPdfRoutes } from './pdfRoutes.ts'
import { registerPersonalData } from './personalDataRoutes.ts'
import { removalQueue } from './pdfs.ts'
import { registerProductRoutes } from './productRoutes.ts'
import type { ProductsTables } from './tables.ts'

/** The products that are sold, the last days to order them for a season, and the PDFs of ordered products. */
export const productsService: Service = {
  description: 'Products with prices, order-by days of the seasons, and the PDFs of ordered products.',
  migrations: new URL('migrations/', import.meta.url),
  register,
  demo: (platform) => addDemoPdfs(platform, platform.database<ProductsTables>('products')),
}

async function register(app: ServiceApp, platform: Platform): Promise<void> {
  const database = platform.database<ProductsTables>('products')
  const catalogue = readCatalogue()
  platform.jobs.define(removalQueue(platform, database))
  registerErasure(platform, productsErasure(platform, database))
  registerProductRoutes(app, catalogue)
  registerCutoffRoutes(app, catalogue)
  registerPdfRoutes(app, platform, database)
  registerPersonalData(app, database)
}
