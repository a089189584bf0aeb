import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, listenAt, startGateway } from '../../support/gateway.ts'
import { buildInvoice, businessClaims } from '../../support/invoices.ts'
import { buildPhoto, imageIdOf } from '../../support/photoLibrary.ts'
import { buildOrder, buildVoucher } from '../../support/purchases.ts'
import { buildProject } from '../../support/savedProjects.ts'
import { anna } from '../../support/tokens.ts'
import { type Fault, startUpstreams } from '../../support/upstream.ts'

/** What the parent process wants: calls to an upstream fail, or nothing fails any more. */
export type Order =
  | { readonly kind: 'fail'; readonly upstream: string; readonly fault: Fault }
  | { readonly kind: 'heal' }

/** The first message to the parent process. */
export interface Ready {
  /** The address of a gateway that waits long for its upstreams. */
  readonly patientUrl: string
  /** The address of a gateway for each upstream, for which it waits only shortly. */
  readonly hastyUrls: Readonly<Record<string, string>>
  readonly token: string
  /** The token of the same account, as a business account. */
  readonly businessToken: string
  readonly selectionId: string
  readonly projectId: string
}

/** How long (ms) a hasty gateway waits for its one upstream. */
const shortTimeout = '1000'

/**
 * The gateway with upstreams that fail as the parent process wants: a process of its own, because the tests of the client
 * run in a simulated browser.
 */
const upstreams = await startUpstreams()
const token = await upstreams.tokens.issue(anna)
const photos = [buildPhoto(1, '2024-05-01T10:00:00'), buildPhoto(2, '2024-05-02T10:00:00')]
upstreams.library(anna).photos = photos
const { id: selectionId } = upstreams.library(anna).select(photos.map(({ imageId }) => imageId))
const project = buildProject(1, { name: 'Summer', thumbnailPhotoIds: [imageIdOf(1)], photosCount: 1 })
upstreams.projects(anna).saved = [project]
Object.assign(upstreams.purchases(anna), {
  orders: [buildOrder(1)],
  vouchers: [buildVoucher()],
  invoices: [buildInvoice(1)],
})

async function start(settings: Record<string, string> = {}): Promise<string> {
  const gateway = await startGateway(upstreams, {
    PERSISTED_DOCUMENTS: 'web/__generated__/persisted.json',
    // No fault may open a circuit, because the next test would find it open.
    UPSTREAM_FAILURES: '1000000',
    ...settings,
  })
  // The first request makes the gateway fetch the keys that verify tokens.
  while ((await ask(gateway, '{ viewer { email } }', { token })).status !== 200) await sleep(20)
  return listenAt(gateway)
}

const [names] = (await once(process, 'message')) as [readonly string[]]
const hasty = await Promise.all(
  names.map(async (name) => [name, await start({ [`${name.toUpperCase()}_TIMEOUT`]: shortTimeout })] as const),
)
const ready: Ready = {
  patientUrl: await start(),
  hastyUrls: Object.fromEntries(hasty),
  token,
  businessToken: await upstreams.tokens.issue(anna, businessClaims),
  selectionId: selectionId ?? '',
  projectId: project.id,
}
process.on('message', (order: Order) => {
  upstreams.heal()
  if (order.kind === 'fail') upstreams.fail(`/${order.upstream}`, order.fault)
  process.send?.('done')
})
process.on('disconnect', () => process.exit(0))
process.send?.(ready)
