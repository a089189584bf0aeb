import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { buildApp } from '../../../gateway/app.ts'
import { readConfig } from '../../../gateway/config.ts'
import type { ProjectsTables } from '../../../services/projects/tables.ts'
import { Editor } from '../../services/projects/projectServices.ts'
import { type PhotoServices, publicUrl, startPhotoServices } from '../../services/storage/customer.ts'
import { type Answer, ask, relaxedLimits } from '../../support/gateway.ts'
import { RecordingLink } from '../../support/recordingLink.ts'

const services = ['projects', 'products', 'merchandise', 'photos', 'customers', 'storage'] as const
const linked = ['projects', 'products', 'merchandise'] as const

/** A customer who uses an editor, and the gateway. */
export class Shopper extends Editor {
  readonly #app: FastifyInstance

  constructor({ app, running }: Pick<RealCatalogue, 'app' | 'running'>) {
    super(running.services.url, running.issuer)
    this.#app = app
  }

  async ask(query: string, variables: Record<string, unknown> = {}): Promise<Answer> {
    return ask(this.#app, query, { token: await this.token(), variables })
  }

  /** Sends an operation that must succeed. Returns its data. */
  // The type is `any`, because tests check the data with their own expectations.
  // oxlint-disable-next-line typescript/no-explicit-any
  async data(query: string, variables: Record<string, unknown> = {}): Promise<any> {
    const { data, errors } = await this.ask(query, variables)
    expect(errors).toEqual([])
    return data
  }

  /** Saves new projects with these titles. Returns their ids in the same order. */
  async addAll(titles: readonly string[]): Promise<string[]> {
    const ids: string[] = []
    for (const name of titles) ids.push(await this.add({ name }))
    return ids
  }
}

/** A gateway with the real services of projects, products and merchandise, and a recording link to each of them. */
export class RealCatalogue {
  running!: PhotoServices
  app!: FastifyInstance
  links!: Readonly<Record<(typeof linked)[number], RecordingLink>>

  async start(): Promise<void> {
    this.running = await startPhotoServices(undefined, { DEMO: 'true' }, services)
    const { url, config } = this.running.services
    const linkTo = (name: string) => new RecordingLink(`${url}/${name}`)
    this.links = {
      projects: linkTo('projects'),
      products: linkTo('products'),
      merchandise: linkTo('merchandise'),
    }
    this.app = await buildApp(
      readConfig({
        PUBLIC_URL: publicUrl,
        SERVICES_URL: url,
        IDENTITY_URL: config.urls.identity,
        PROJECTS_URL: await this.links.projects.listen(),
        PRODUCTS_URL: await this.links.products.listen(),
        MERCHANDISE_URL: await this.links.merchandise.listen(),
        LOG_LEVEL: 'silent',
        CURSOR_SECRET: 'a secret of the tests',
        ...relaxedLimits,
      }),
    )
  }

  async close(): Promise<void> {
    await this.app.close()
    await Promise.all(linked.map((name) => this.links[name].close()))
    await this.running.close()
  }

  /** Direct access to the table of projects. */
  get database(): Kysely<ProjectsTables> {
    return this.running.services.platform.database<ProjectsTables>('projects')
  }

  newShopper(): Shopper {
    return new Shopper(this)
  }

  /** Sends the PDF of an ordered product, as the factory does. */
  async sendPdf({ id }: { readonly id: string }, code: string, text: string): Promise<void> {
    const secret = await readFile(join(this.running.services.dataDir, 'keys', 'services'), 'utf8')
    const response = await fetch(`${this.running.services.url}/products/v1/pdf/${id}/${code}`, {
      method: 'PUT',
      headers: { 'x-service-secret': secret.trim(), 'content-type': 'application/pdf' },
      body: `%PDF-1.4\n${text}`,
    })
    expect(response.status).toBe(201)
  }
}

export function setUpRealCatalogue(): RealCatalogue {
  const real = new RealCatalogue()
  beforeAll(() => real.start())
  afterAll(() => real.close())
  beforeEach(() => {
    for (const name of linked) real.links[name].forget()
  })
  return real
}
