import { existsSync, statSync } from 'node:fs'
import { run } from './run.ts'
import { failWith } from './settings.ts'

const folder = 'bench/peers'
const lockFile = `${folder}/package-lock.json`
const installed = `${folder}/node_modules/.package-lock.json`

/** `npm run bench:peers`: measures our gateway and other GraphQL servers, which it installs if they are missing. */
try {
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lockFile).mtimeMs) {
    process.stdout.write('Installing the peers …\n')
    const { ok, output } = await run('npm', ['ci', '--prefix', folder, '--loglevel=error'])
    if (!ok) throw new Error(`The peers could not be installed.\n${output}`)
  }
  const { ok } = await run(process.execPath, ['launcher/bench.ts', 'gateway', ...process.argv.slice(2)], { show: true })
  process.exit(ok ? 0 : 1)
} catch (error) {
  failWith(error)
}
