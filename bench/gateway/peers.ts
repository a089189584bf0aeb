import { existsSync } from 'node:fs'
import type { MeasuredServer, ServerOptions } from './servers.ts'

const installed = new URL('../peers/node_modules/.package-lock.json', import.meta.url)

const entries = [
  { name: 'Yoga as it comes', entry: '../peers/yoga.js' },
  { name: 'Yoga + jit', entry: '../peers/yogaJit.js' },
  { name: 'Mercurius + jit', entry: '../peers/mercuriusJit.js' },
  { name: 'Apollo Server', entry: '../peers/apollo.js' },
]

/**
 * The other gateways, of `bench/peers`; none when they are not installed (`npm run bench:peers` does it).
 * @param start starts a server and sees that it ends with the measurement
 */
export async function startPeers(
  start: (server: Pick<ServerOptions, 'name' | 'entry'>) => Promise<MeasuredServer>,
): Promise<MeasuredServer[]> {
  if (!existsSync(installed)) return []
  const peers: MeasuredServer[] = []
  for (const peer of entries) peers.push(await start(peer))
  return peers
}
