import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A JPEG as HEIC with its EXIF, by libheif's own tool; null where that is not installed. */
export async function encodeHeic(jpeg: Buffer, signal: AbortSignal): Promise<Buffer | null> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-heic-'))
  try {
    const [from, to] = [join(folder, 'picture.jpg'), join(folder, 'picture.heic')]
    await writeFile(from, jpeg)
    await run('heif-enc', ['-q', '60', '-o', to, from], { signal })
    return await readFile(to)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
