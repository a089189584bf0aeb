import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads a secret from `DATA_DIR/keys`, or creates it (32 random bytes, base64url). Only the owner of the process can
 * read the file. Two processes that start at the same time end up with the same secret.
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
    // EEXIST: another process was first, so use its secret.
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
