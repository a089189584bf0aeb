import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { resolve } from 'node:path'
import { compileRelay, generateClientArtifacts } from './build.ts'
import { freePort } from './ports.ts'
import { startProduct } from './product.ts'
import { failWith, readSettings } from './settings.ts'

const quietMilliseconds = 150

/**
 * `npm run dev`: watch mode. The parts restart when their sources change, and the client is updated in the open page.
 */
try {
  const settings = readSettings(process.env)
  const vitePort = await freePort()
  await generateClientArtifacts()
  compileRelayOnChange()
  const vite = spawn(
    resolve('node_modules/.bin/vite'),
    ['--port', String(vitePort), '--strictPort', '--host', '127.0.0.1', '--clearScreen', 'false'],
    { stdio: 'inherit' },
  )
  const product = await startProduct(settings, { webDevUrl: `http://127.0.0.1:${vitePort}` })
  process.stdout.write(`Keepsake is ready at ${product.url} (development; logs in ${settings.dataDir}/logs)\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      vite.kill()
      void product.close().then(() => process.exit(0))
    })
  }
} catch (error) {
  failWith(error)
}

/** The compiler's own watch mode needs Watchman, which few machines have. */
function compileRelayOnChange(): void {
  let timer: NodeJS.Timeout | undefined
  const changed = (_event: string, file: string | null) => {
    if (file === null || !/\.(tsx?|graphql)$/.test(file) || /^(__generated__|dist)/.test(file)) return
    clearTimeout(timer)
    timer = setTimeout(() => void compileOrPrintErrors(), quietMilliseconds)
  }
  watch('web', { recursive: true }, changed)
  watch('schema', changed)
}

async function compileOrPrintErrors(): Promise<void> {
  const { ok, output } = await compileRelay()
  if (!ok) process.stderr.write(output)
}
