import { createServer, type Server } from 'node:http'
import { brandsBeside, otherCompanyOrigin, productUnderTest } from './product.ts'
import { changeBrand } from '../../tests/support/brands.ts'

/** A company whose scripts a brand loads. */
export interface OtherCompany {
  /** The paths of the requests so far. */
  readonly asked: readonly string[]
  /** How the server answers. */
  mode: 'works' | 'hangs' | 'fails' | 'throws'
  close(): void
}

const scripts = {
  works: `document.documentElement.dataset.script = (document.documentElement.dataset.script ?? '') + document.cookie`,
  throws: `throw new Error('a mistake of the other company')`,
}

/** Starts the server, and makes a brand load scripts from it. The product reads the brand again while it runs. */
export async function startOtherCompany(brand: string): Promise<OtherCompany> {
  const origin = otherCompanyOrigin()
  const asked: string[] = []
  const company: OtherCompany = { asked, mode: 'works', close: () => stop(server) }
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (company.mode === 'hangs') return
    if (company.mode === 'fails') response.writeHead(500).end()
    else response.writeHead(200, { 'content-type': 'text/javascript' }).end(scripts[company.mode])
  })
  const { hostname, port } = new URL(origin)
  await new Promise<void>((resolve) => server.listen(Number(port), hostname, resolve))
  await changeBrand(brandsBeside(productUnderTest().dataDir), brand, {
    consentScript: `${origin}/consent.js`,
    feedbackScript: `${origin}/feedback/{id}.js`,
  })
  return company
}

function stop(server: Server): void {
  server.close()
  server.closeAllConnections()
}
