import { existsSync } from 'node:fs'
import type { MeasuredServer, ServerOptions } from './servers.ts'

const installed = new URL('../peers/node_modules/.package-lock.json', import.meta.url)

const entries = [
  { name: 'Yoga, default', entry: '../peers/yoga.js' },
  { name: 'Yoga + jit', entry: '../peers/yogaJit.js' },
  { name: 'Mercurius + jit', entry: '../peers/mercuriusJit.js' },
  { name: 'Apollo Server', entry: '../peers/apollo.js' },
]

/**
 * Starts the other gateways of `bench/peers`, if `npm run bench:peers` has installed them.
 * @param start starts a server that is stopped at the end of the measurement
 */
export async function startPeers(
  start: (server: Pick<ServerOptions, 'name' | 'entry'>) => Promise<MeasuredServer>,
): Promise<MeasuredServer[]> {
  if (!existsSync(installed)) return []
  const peers: MeasuredServer[] = []
  for (const peer of entries) peers.push(await start(peer))
  return peers
}
