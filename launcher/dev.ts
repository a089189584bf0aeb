import { spawn } from 'node:child_process'
import { generateClientArtifacts } from './build.ts'
import { freePort } from './part.ts'
import { startProduct } from './product.ts'
import { failWith, readSettings } from './settings.ts'

/** Watch mode for everything: the parts restart when their sources change, the client is replaced in the open page. */
try {
  const settings = readSettings(process.env)
  const vitePort = await freePort()
  await generateClientArtifacts()
  const tools = [
    spawn('relay-compiler', ['--watch'], { stdio: 'inherit' }),
    spawn('vite', ['--port', String(vitePort), '--strictPort', '--host', '127.0.0.1', '--clearScreen', 'false'], {
      stdio: 'inherit',
    }),
  ]
  const product = await startProduct(settings, { webDevUrl: `http://127.0.0.1:${vitePort}` })
  process.stdout.write(`Keepsake is ready at ${product.url} (development; logs in ${settings.dataDir}/logs)\n`)
  process.once('SIGINT', () => {
    for (const tool of tools) tool.kill()
    void product.close().then(() => process.exit(0))
  })
} catch (error) {
  failWith(error)
}
