import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, listenAt, startGateway } from '../../support/gateway.ts'
import { buildInvoice, businessClaims } from '../../support/invoices.ts'
import { buildPhoto, imageIdOf } from '../../support/photoLibrary.ts'
import { buildOrder, buildVoucher } from '../../support/purchases.ts'
import { buildProject } from '../../support/savedProjects.ts'
import { anna } from '../../support/tokens.ts'
import { startUpstreams } from '../../support/upstream.ts'
import type { Fault } from '../../support/upstreamFaults.ts'
import { buildWidget } from '../../support/widgets.ts'

/** A message from the parent process: all calls to an upstream must fail, or no call may fail any more. */
export type FaultCommand =
  | { readonly kind: 'fail'; readonly upstream: string; readonly fault: Fault }
  | { readonly kind: 'heal' }

/** The first message to the parent process. */
export interface Ready {
  /** The address of a gateway with the long timeouts of `startGateway`. */
  readonly longTimeoutUrl: string
  /** By the name of an upstream: the address of a gateway with a short timeout for this upstream only. */
  readonly shortTimeoutUrls: Readonly<Record<string, string>>
  readonly token: string
  /** The token of the same account, as a business account. */
  readonly businessToken: string
  readonly selectionId: string
  readonly projectId: string
}

/** The short timeout (ms) of a gateway in `shortTimeoutUrls`, for one upstream. */
const shortTimeout = '1000'

/**
 * This process runs gateways whose upstreams fail when the parent process asks for it. It is a process of its own,
 * because the tests of the client run in a simulated browser.
 */
const upstreams = await startUpstreams()
const token = await upstreams.tokens.issue(anna)
const photos = [buildPhoto(1, '2024-05-01T10:00:00'), buildPhoto(2, '2024-05-02T10:00:00')]
upstreams.library(anna).photos = photos
const { id: selectionId } = upstreams.library(anna).select(photos.map(({ imageId }) => imageId))
upstreams.work(anna).email.change = { email: 'anna.new@example.com', until: '2026-03-15T18:00:00Z' }
const project = buildProject(1, { name: 'Summer', thumbnailPhotoIds: [imageIdOf(1)], photosCount: 1 })
upstreams.projects(anna).saved = [project]
upstreams.widgets(anna).widgets = [buildWidget(1)]
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
  // Waits until the gateway accepts the token: only its first request makes it fetch the keys that verify tokens.
  while ((await ask(gateway, '{ viewer { email } }', { token })).status !== 200) await sleep(20)
  return listenAt(gateway)
}

const [names] = (await once(process, 'message')) as [readonly string[]]
const shortTimeoutGateways = await Promise.all(
  names.map(async (name) => [name, await start({ [`${name.toUpperCase()}_TIMEOUT`]: shortTimeout })] as const),
)
const ready: Ready = {
  longTimeoutUrl: await start(),
  shortTimeoutUrls: Object.fromEntries(shortTimeoutGateways),
  token,
  businessToken: await upstreams.tokens.issue(anna, businessClaims),
  selectionId: selectionId ?? '',
  projectId: project.id,
}
process.on('message', (command: FaultCommand) => {
  upstreams.heal()
  if (command.kind === 'fail') upstreams.fail(`/${command.upstream}`, command.fault)
  process.send?.('done')
})
process.on('disconnect', () => process.exit(0))
process.send?.(ready)
