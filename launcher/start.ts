import { demoAccounts, demoPassword } from '../services/platform/demo.ts'
import { buildIfStale } from './build.ts'
import { type Product, startProduct } from './product.ts'
import { failWith, type LauncherSettings, readSettings } from './settings.ts'

try {
  const settings = readSettings(process.env)
  process.stderr.write('Starting …\n')
  await buildIfStale()
  const product = await startProduct(settings)
  closeOnSignal(product)
  announce(product, settings)
} catch (error) {
  failWith(error)
}

function closeOnSignal(product: Product): void {
  let closing = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (closing) return
      closing = true
      void product.close().then(() => process.exit(0))
    })
  }
}

function announce(product: Product, settings: LauncherSettings): void {
  const lines = [
    `Keepsake is ready at ${product.url}`,
    `  API: ${product.url}/graphql to explore it, docs/api to build on it`,
  ]
  if (settings.demo) {
    for (const { email, name, kind } of demoAccounts) {
      lines.push(`  ${email.padEnd(26)}${demoPassword}   ${name}, ${kind}`)
    }
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}
