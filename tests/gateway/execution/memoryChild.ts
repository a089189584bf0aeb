import { buildApp } from '../../../gateway/app.ts'
import { readConfig } from '../../../gateway/config.ts'

/** A gateway in a process of its own: it tells its URL, and when asked, the bytes it holds after its garbage is gone. */
const app = await buildApp(readConfig(process.env))
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.on('message', () => {
  collectGarbage()
    .then(() => process.send?.({ rss: process.memoryUsage().rss }))
    .catch(() => process.exit(1))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url })

/** To the last: else V8 keeps the emptied pages for what comes next, and they count. */
async function collectGarbage(): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    await globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' })
}
