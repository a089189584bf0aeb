import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Writes a file of persisted documents by id. The file is deleted after the tests of the calling test file. */
export function documentsFile(documents: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'keepsake-documents-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'documents.json')
  writeFileSync(file, JSON.stringify(documents))
  return file
}
