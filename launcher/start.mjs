// The entry point of every npm script, written for the oldest supported Node. It installs missing
// packages and then runs the command under the Node that the project pins.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [, , command = 'start', ...commandArguments] = process.argv
const windows = process.platform === 'win32'

function modified(file) {
  return existsSync(file) ? statSync(file).mtimeMs : 0
}

function installWhatIsMissing() {
  const installed = modified(join(root, 'node_modules', '.package-lock.json'))
  if (installed > 0 && installed >= modified(join(root, 'package-lock.json'))) return
  process.stderr.write('Installing what is missing …\n')
  const { status } = spawnSync('npm', ['ci', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: windows,
  })
  if (status !== 0) process.exit(status ?? 1)
}

function pinnedNode() {
  const [major] = process.versions.node.split('.')
  if (Number(major) >= 24) return process.execPath
  const pinned = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node')
  if (existsSync(pinned)) return pinned
  process.stderr.write('Keepsake needs Node 24 or newer, which no npm package provides for this kind of machine.\n')
  process.exit(1)
}

installWhatIsMissing()
// The sandbox starts in half the time once its modules have been compiled.
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') }
const child = spawn(pinnedNode(), [join(root, 'launcher', `${command}.ts`), ...commandArguments], {
  cwd: root,
  env: { ...(command === 'sandbox' ? compiled : {}), ...process.env },
  stdio: 'inherit',
  shell: windows,
})
// Ctrl-C also reaches the child, which is in the same process group. This process waits for it to exit.
process.on('SIGINT', () => {})
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
