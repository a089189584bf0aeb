import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads a secret of `DATA_DIR/keys`, or makes it (32 random bytes, base64url) when it is not there: readable by the
 * owner of the process only, and made once even by two starts at the same time.
 */
export function readOrMakeSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'keys')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, name)
  const found = readSecret(file)
  if (found) return found
  const candidate = `${file}.${process.pid}`
  writeFileSync(candidate, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  chmodSync(candidate, 0o600)
  try {
    linkSync(candidate, file)
  } catch (error) {
    // EEXIST: another start was first, and its secret is the one.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(candidate, { force: true })
  }
  const secret = readSecret(file)
  if (!secret) throw new Error(`The key ${file} is empty. Delete it to have a new one made.`)
  return secret
}

function readSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
