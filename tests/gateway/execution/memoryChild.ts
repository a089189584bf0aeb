import { buildApp } from '../../../gateway/app.ts'
import { readConfig } from '../../../gateway/config.ts'

/**
 * A gateway in a separate process. Sends its URL, and on request its memory (RSS in bytes) after garbage collection.
 */
const app = await buildApp(readConfig(process.env))
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.on('message', () => {
  collectGarbage()
    .then(() => process.send?.({ rss: process.memoryUsage().rss }))
    .catch(() => process.exit(1))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url })

/**
 * Uses V8's last-resort collection: a normal one keeps empty pages for reuse, and the measurement would count these
 * pages.
 */
async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    await globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' })
}
