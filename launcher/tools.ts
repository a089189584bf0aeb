import { existsSync, globSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { run } from './run.ts'

interface Tool {
  readonly name: string
  /** Possible locations, in order of preference. */
  readonly paths: readonly string[]
  /** The path of a substitute that is used when the package cannot be installed. */
  readonly substitute?: string
  readonly debianPackage: string
}

const postgresPaths = ['/usr/lib/postgresql/*/bin/postgres', '/usr/local/bin/postgres', '/opt/homebrew/bin/postgres']
const pgbouncerPaths = ['/usr/sbin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer']

const tools: readonly Tool[] = [
  {
    name: 'a Chromium browser',
    paths: ['/usr/bin/chromium-headless-shell', chromium.executablePath()],
    substitute: '/usr/bin/chromium',
    debianPackage: 'chromium-headless-shell',
  },
  { name: 'PostgreSQL', paths: postgresPaths, debianPackage: 'postgresql' },
  { name: 'pgbouncer', paths: pgbouncerPaths, debianPackage: 'pgbouncer' },
  { name: 'rclone', paths: ['/usr/bin/rclone', '/opt/homebrew/bin/rclone'], debianPackage: 'rclone' },
  { name: 'systemd-analyze', paths: ['/usr/bin/systemd-analyze'], debianPackage: 'systemd' },
  { name: 'haproxy', paths: ['/usr/sbin/haproxy', '/usr/local/bin/haproxy'], debianPackage: 'haproxy' },
  // The next four tools together are an S3 server (tests/support/s3Server.ts).
  { name: 'the monitor of Ceph', paths: ['/usr/bin/ceph-mon'], debianPackage: 'ceph-mon' },
  { name: 'the store of Ceph', paths: ['/usr/bin/ceph-osd'], debianPackage: 'ceph-osd' },
  { name: 'the object gateway of Ceph', paths: ['/usr/bin/radosgw'], debianPackage: 'radosgw' },
  { name: 'the commands of Ceph', paths: ['/usr/bin/radosgw-admin'], debianPackage: 'ceph-common' },
  {
    name: 'the HEIC encoder heif-enc',
    paths: ['/usr/bin/heif-enc', '/usr/local/bin/heif-enc', '/opt/homebrew/bin/heif-enc'],
    debianPackage: 'libheif-examples',
  },
  { name: 'unzip', paths: ['/usr/bin/unzip', '/usr/local/bin/unzip'], debianPackage: 'unzip' },
  { name: 'zip', paths: ['/usr/bin/zip', '/usr/local/bin/zip'], debianPackage: 'zip' },
  { name: 'curl', paths: ['/usr/bin/curl', '/opt/homebrew/bin/curl'], debianPackage: 'curl' },
]

/**
 * Finds the tools that the tests need beyond npm's packages, and installs missing ones from Debian's packages if
 * possible.
 * @throws Error that names what is missing and how to get it
 */
export async function ensureTestTools(): Promise<void> {
  const missing = tools.filter((tool) => !isThere(tool))
  if (missing.length === 0) return
  const packages = missing.map(({ debianPackage }) => debianPackage)
  process.stdout.write(`Installing ${missing.map(({ name }) => name).join(', ')} …\n`)
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [command, ...rest] = [
    ...asRoot,
    'sh',
    '-c',
    `apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${packages.join(' ')}`,
  ]
  const installed = await run(command ?? 'sh', rest)
  const stillMissing = missing.filter((tool) => !isThere(tool) && !existsSync(tool.substitute ?? ''))
  if (stillMissing.length > 0) {
    throw new Error(
      `The tests need ${stillMissing.map(({ name, debianPackage }) => `${name} (Debian package ${debianPackage})`).join(', ')}.\n${installed.output}`,
    )
  }
}

function isThere({ paths }: Tool): boolean {
  return paths.some((path) => existsSync(path) || globSync(path).length > 0)
}
