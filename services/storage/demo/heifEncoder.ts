import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isMissing } from '../../platform/missingFiles.ts'

const run = promisify(execFile)

/** Encodes a JPEG as HEIC, with its EXIF. Uses libheif's command line tool; null if the tool is not installed. */
export async function encodeHeic(jpeg: Buffer, signal: AbortSignal): Promise<Buffer | null> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-heic-'))
  try {
    const [from, to] = [join(folder, 'picture.jpg'), join(folder, 'picture.heic')]
    await writeFile(from, jpeg)
    await encode(['-q', '60', '-o', to, from], signal)
    return await readFile(to)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Encodes with x265's fastest preset, which is seven times as fast as the default. If that fails, encodes without a
 * preset, because encoders other than x265 may not support it.
 */
async function encode(asked: readonly string[], signal: AbortSignal): Promise<void> {
  try {
    await run('heif-enc', ['-p', 'preset=ultrafast', ...asked], { signal })
  } catch (error) {
    if (isMissing(error) || signal.aborted) throw error
    await run('heif-enc', asked, { signal })
  }
}
